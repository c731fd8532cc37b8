/**
 * Returns how well a text matches what was typed, in any case: 0 for its beginning, 0.5 for whole words and 1 for the beginnings of
 * words, in any order, 2 for the middle of a word, 3 and more for letters in this order with others between them (`prdcts` in `products`); undefined
 * if it does not match.
 */
export function fuzzyRank(typed: string, text: string): number | undefined {
  const wanted = typed.toLowerCase().trim();
  const given = text.toLowerCase();
  if (given.startsWith(wanted)) return 0;
  let worst = 0.5;
  for (const word of wanted.split(/\s+/)) {
    const rank = wordRank(word, given);
    if (rank === undefined) return undefined;
    worst = Math.max(worst, rank);
  }
  return worst;
}

function wordRank(word: string, text: string): number | undefined {
  const words = text.split(separator);
  if (words.includes(word)) return 0.5;
  if (words.some((one) => one.startsWith(word))) return 1;
  if (text.includes(word)) return 2;
  const start = [...text].findIndex((letter, at) => letter === word.charAt(0) && isWordStart(text, at));
  if (word.length < 2 || start < 0) return undefined;
  let place = start;
  let between = 0;
  for (const letter of word.slice(1)) {
    const next = text.indexOf(letter, place + 1);
    if (next < 0) return undefined;
    if (!isWordStart(text, next)) between += next - place - 1;
    place = next;
  }
  // Letters that are scattered over a long text are there by accident.
  return between > word.length ? undefined : 3 + between / 100;
}

const separator = /[\s\-/,]/;
const isWordStart = (text: string, at: number) => at === 0 || separator.test(text.charAt(at - 1));

/** Returns the places of the letters of a text that match what was typed, as `fuzzyRank` matches them; empty if it does not match. */
export function fuzzyPlaces(typed: string, text: string): ReadonlySet<number> {
  if (fuzzyRank(typed, text) === undefined) return new Set();
  const given = text.toLowerCase();
  const range = (at: number, length: number) => Array.from({ length }, (_, offset) => at + offset);
  const wanted = typed.toLowerCase().trim();
  const places = [...(given.includes(wanted) ? [wanted] : wanted.split(/\s+/))].flatMap((word) => {
    const at = given.indexOf(word);
    return at >= 0 ? range(at, word.length) : scattered(word, given);
  });
  return new Set(places);
}

function scattered(word: string, text: string): number[] {
  const start = [...text].findIndex((letter, at) => letter === word.charAt(0) && isWordStart(text, at));
  const places = [start];
  for (const letter of word.slice(1)) places.push(text.indexOf(letter, (places.at(-1) ?? 0) + 1));
  return places;
}
