// The verifiable shuffle, as domain/kernel/shuffle.py documents it, by the cryptography of the browser.

const SPAN = 2 ** 32;
const utf8 = new TextEncoder();

/** Whether the browser offers its cryptography here: on https, and on this machine itself. */
export const canShuffle = () => Boolean(globalThis.crypto?.subtle);

/** @param {number} value @returns {Uint8Array} the number in four bytes, the highest first */
function inFourBytes(value) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {string} hex */
export const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array} bytes */
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** @param {Uint8Array} key */
async function hmacWith(key) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (/** @type {Uint8Array} */ message) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

/** The commitment to a secret, in hexadecimal. @param {Uint8Array} secret */
export const commitmentOf = async (secret) => toHex(await sha256(secret));

/** The seed of a hand. @param {Uint8Array} secret @param {number} hand @param {string[]} entropies of the seats, in order */
export async function seedOf(secret, hand, entropies) {
  const parts = entropies.flatMap((entropy) => {
    const given = utf8.encode(entropy);
    return [inFourBytes(given.length), given];
  });
  return (await hmacWith(secret))(joined(inFourBytes(hand), ...parts));
}

/** @typedef {{below: (limit: number) => Promise<number>}} Dice */

/** An endless sequence of numbers derived from a key and a label. @param {Uint8Array} key @param {Uint8Array} label @returns {Dice} */
function diceWith(key, label) {
  const hmac = hmacWith(key);
  let block = 0;
  let at = 8;
  let numbers = new DataView(new ArrayBuffer(32));
  const next = async () => {
    if (at === 8) {
      numbers = new DataView((await (await hmac)(joined(label, Uint8Array.of(0), inFourBytes(block)))).buffer);
      block += 1;
      at = 0;
    }
    at += 1;
    return numbers.getUint32((at - 1) * 4);
  };
  return {
    async below(limit) {
      const fair = SPAN - (SPAN % limit);
      let number = await next();
      while (number >= fair) number = await next();
      return number % limit;
    },
  };
}

/** The dice of a label. @param {Uint8Array} key @param {string} label */
export const dice = (key, label) => diceWith(key, utf8.encode(label));

/** The items in the order that the dice give (Fisher-Yates). @param {string[]} cards @param {Dice} thrown */
export async function shuffled(cards, thrown) {
  const pack = [...cards];
  for (let place = pack.length - 1; place > 0; place -= 1) {
    const other = await thrown.below(place + 1);
    [pack[place], pack[other]] = [pack[other], pack[place]];
  }
  return pack;
}

/** The number of cards above the cut that the entropy of a seat makes. @param {string} entropy @param {number} hand @param {number} cards */
export async function cutAt(entropy, hand, cards) {
  const key = await sha256(utf8.encode(entropy));
  return 1 + (await diceWith(key, joined(utf8.encode("cut"), inFourBytes(hand))).below(cards - 1));
}
