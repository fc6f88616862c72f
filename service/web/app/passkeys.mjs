// Passkeys: the server makes the options, the browser asks its owner, and the server checks the answer.
import { get, post, Problem, request } from "./api.mjs";

/** Returns whether this browser can use passkeys for this address. Browsers refuse addresses of numbers. */
export const canUsePasskeys = () =>
  typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === "function" &&
  !/^[\d.]+$|:/.test(location.hostname);

/** @param {any} error */
function asProblem(error) {
  // The browser says with `NotAllowedError` that its owner cancelled or was too slow.
  const code = error.name === "InvalidStateError" ? "passkey_known" : "passkey_cancelled";
  return error instanceof Problem ? error : new Problem({ status: 0, code, title: "", detail: "" });
}

/** Makes a passkey on this device for the signed-in player. Raises `Problem`. @param {string} [password] of an account with a login */
export async function registerPasskey(password) {
  try {
    const { options } = await post("/me/passkeys/options", password ? { current_password: password } : {});
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const made = /** @type {any} */ (await navigator.credentials.create({ publicKey }));
    return await post("/me/passkeys", { credential: made.toJSON() });
  } catch (error) {
    throw asProblem(error);
  }
}

/** Signs in by a passkey of this device. Raises `Problem`. */
export async function signInByPasskey() {
  try {
    const { options } = await post("/session/passkey/options", {});
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const given = /** @type {any} */ (await navigator.credentials.get({ publicKey }));
    return await post("/session/passkey", { credential: given.toJSON() });
  } catch (error) {
    throw asProblem(error);
  }
}

export const listPasskeys = async () => (await get("/me/passkeys")).passkeys;

/** @param {string} id */
export const removePasskey = (id) => request("DELETE", `/me/passkeys/${id}`);
