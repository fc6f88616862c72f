// Searches the reference in the browser. The index is loaded once, when the reader turns to the search field.
"use strict";

const field = document.getElementById("search");
const list = document.getElementById("found");
const MOST = 30;
let index = null;

function load() {
  index ??= fetch(field.dataset.index).then((answer) => answer.json());
  return index;
}

// The thing of that name comes first, then titles with all words, then other texts with all words. In each of these
// groups the order is that of the index, which begins with the operations.
function rank(entry, query, words) {
  const title = entry.title.toLowerCase();
  if (title === query || entry.name === query) return 0;
  if (words.every((word) => title.includes(word))) return 1;
  return words.every((word) => title.includes(word) || entry.text.includes(word)) ? 2 : -1;
}

function line(entry) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const kind = document.createElement("span");
  link.href = entry.address;
  link.textContent = entry.title;
  kind.textContent = ` ${entry.kind}`;
  item.append(link, kind);
  return item;
}

async function show() {
  const query = field.value.trim().toLowerCase();
  const entries = await load();
  if (query !== field.value.trim().toLowerCase()) return; // typed on meanwhile
  const words = query.split(/\s+/).filter(Boolean);
  const ranked = words.length ? entries.map((entry) => [rank(entry, query, words), entry]) : [];
  const found = ranked.filter(([place]) => place >= 0).sort(([one], [other]) => one - other);
  list.replaceChildren(...found.slice(0, MOST).map(([, entry]) => line(entry)));
  list.hidden = found.length === 0;
}

field.addEventListener("focus", load);
field.addEventListener("input", show);
field.form.addEventListener("submit", (event) => {
  const first = list.querySelector("a");
  if (first === null) return; // the guides are searched on the server
  event.preventDefault();
  first.click();
});
