// A text as a QR code: one path of squares, black on white in every colour scheme, so that cameras read it.
import { html } from "./html.mjs";
import { encode } from "./vendor/uqr.mjs";

/** @param {{text: string, label: string}} props */
export function QrCode({ text, label }) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return html`<svg class="qr" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${label} shape-rendering="crispEdges" data-testid="qr">
    <rect width=${size} height=${size} fill="#fff" /><path d=${path} fill="#000" /></svg>`;
}
