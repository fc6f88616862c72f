// Follows the feed of a tournament, and turns the screens of its projector. Without this script all screens stand below
// each other, and the browser loads the page again from time to time.
"use strict";

const TURN_MS = 12_000;
const AGAIN_MS = 30_000;
const CALM_MS = 500;
let screen = 0;
let waiting = null;
let feed = null;

function show(step) {
  const screens = [...document.querySelectorAll("main section")];
  screen = screens.length ? (screen + step) % screens.length : 0;
  screens.forEach((each, place) => {
    each.hidden = place !== screen;
  });
}

// Several results in a moment load the page once. What cannot be loaded is tried again later, and the last page stays.
async function load() {
  waiting = null;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.querySelector("main").replaceWith(page.querySelector("main"));
    show(0);
  } catch {
    return;
  }
}

// A browser connects again by itself, unless the server refused the stream.
function follow() {
  if (feed && feed.readyState !== EventSource.CLOSED) return;
  feed = new EventSource(document.querySelector("main").dataset.feed);
  feed.onmessage = () => {
    waiting ??= setTimeout(load, CALM_MS);
  };
}

show(0);
follow();
setInterval(() => show(1), TURN_MS);
setInterval(() => {
  follow();
  load();
}, AGAIN_MS);
