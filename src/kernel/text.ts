import { memo } from "./memo.ts";
import { stringWidth } from "./string-width.ts";

const printableAscii = /^[\x20-\x7e]*$/;

/**
 * Returns the width of a line of plain text in terminal columns: 2 for wide characters and emoji, 0 for combining marks. All
 * letters of a cluster count, such as both consonants of क्ष: terminals give each a cell.
 */
export function displayWidth(text: string): number {
  if (printableAscii.test(text)) return text.length;
  if (!composed.test(text)) return stringWidth(text);
  let width = 0;
  for (const { segment } of clusterTools("both").clusters.segment(text)) width += clusterWidth(segment);
  return width;
}

/** What clusters of several characters have: marks, joiners, Thai and Lao AM, jamo, letters written before others, flags, skin tones. */
const composed =
  /[\p{M}\p{Cf}\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\u0e33\u0eb3\u0d4e\u{111c2}\u{111c3}\u{1193f}-\u{11941}\u{11a3a}-\u{11a89}\u{11d46}\p{Regional_Indicator}\p{Emoji_Modifier}]/u;
/** Returns a pattern for an emoji at the beginning of a cluster, also one of a sequence that Unicode does not recommend. */
const emojiPattern = () =>
  /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)+|[\d#*]\u20e3)/v;
/** The vowels and final consonants of Hangul, which are drawn in the cells of the letter before. */
const jamo = /[\u1160-\u11ff\ud7b0-\ud7fb]/;
/** What finds clusters and emoji in text: made on first use, because that takes 20 ms, and most text has none. */
const clusterTools = memo(() => ({ emoji: emojiPattern(), clusters: new Intl.Segmenter() }));

function clusterWidth(cluster: string): number {
  if (cluster.length === 1) return stringWidth(cluster);
  const picture = clusterTools("both").emoji.exec(cluster)?.[0] ?? "";
  let width = picture === "" ? 0 : 2;
  for (const character of cluster.slice(picture.length))
    if (width === 0 || !jamo.test(character)) width += stringWidth(character);
  return width;
}

/** Truncates one line of plain text to `width` columns, with "…" at the end. */
export function fit(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return "";
  if (printableAscii.test(text)) return `${text.slice(0, width - 1)}…`;
  let result = "";
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += displayWidth(segment);
    if (used > width - 1) break;
    result += segment;
  }
  return `${result}…`;
}

/** Cuts text to at most `width` terminal columns in its middle, so that `begin` columns and its end stay: `/ecom/…/capture`. */
export function fitMiddle(text: string, width: number, begin = Math.ceil(width / 3)): string {
  if (displayWidth(text) <= width) return text;
  if (width < 8) return fit(text, width);
  const head = fit(text, Math.min(begin, Math.ceil(width / 2)));
  const room = width - displayWidth(head);
  let tail = "";
  for (const { segment } of [...new Intl.Segmenter().segment(text)].reverse()) {
    if (displayWidth(segment + tail) > room) break;
    tail = segment + tail;
  }
  return head + tail;
}

/** Wraps text to lines of at most `width` terminal columns, between words if possible. */
export function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(1, width)));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/(?<= )(?=\S)/)) {
    if (current !== "" && displayWidth((current + word).trimEnd()) > width) {
      lines.push(current.trimEnd());
      current = "";
    }
    current += word;
    while (displayWidth(current.trimEnd()) > width) {
      const characters = [...current];
      let taken = 1;
      while (taken < characters.length && displayWidth(characters.slice(0, taken + 1).join("")) <= width)
        taken += 1;
      lines.push(characters.slice(0, taken).join(""));
      current = characters.slice(taken).join("");
    }
  }
  return [...lines, current.trimEnd()];
}

/** Pads the text with trailing spaces to `width` columns. */
export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** Pads the text with leading spaces to `width` columns. */
export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - displayWidth(text))) + text;
}

/** Characters that control a terminal or reorder text: C0, DEL, C1, line separators, bidi controls. */
const controls = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function visible(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "␡" : `\\u{${code.toString(16)}}`;
}

/**
 * Untrusted text that cannot drive a terminal: control characters become pictures (ESC is ␛, CR is ␍), C1 and
 * bidi controls become `\u{9b}`. Line feeds and tabs stay. Sanitizing twice changes nothing.
 */
export function sanitize(text: string): string {
  return text.replace(controls, (control) =>
    control === "\n" || control === "\t" ? control : visible(control),
  );
}

/** Like `sanitize`, for a single line: line feeds become ␊ and tabs ␉. */
export function sanitizeLine(text: string): string {
  return text.replace(controls, visible);
}

/** Escapes text for HTML and XML: for the content of elements and for values of attributes in either quotes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns the closest candidate, with at most a third of its letters different (ignoring case), or undefined. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const allowed = Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3));
    if (Math.abs(word.length - candidate.length) > allowed) continue;
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits <= allowed && edits < Math.min(least, candidate.length)) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}

/** Damerau-Levenshtein: insertions, deletions, replacements and swaps of neighbors. */
function distance(from: string, to: string): number {
  let above: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let edits = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        edits = Math.min(edits, at(above, j - 2) + 1);
      }
      next.push(edits);
    }
    above = row;
    row = next;
  }
  return at(row, to.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;

/** What `redact` puts in the place of a secret. */
export const redacted = "[redacted]";
const tokenNames = "access|refresh|id|session|state|recovery".replace(/\w+/g, "$&[-_]?token");
const secretNames = `${tokenNames}|token|api[-_]?key|client[-_]?secret|code[-_]?verifier|\\w*password`;
const secretName = new RegExp(`^(?:${secretNames}|code)$`, "i");
const secretHeader = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|x-api-key)$/i;
/** The platform's error codes (`OUT_OF_STOCK`, `-19995`), which are not secrets in a field `code`. */
const errorCode = /^(?:[A-Z]+(?:_[A-Z]+)+|-\d+)$/;

/** Matches a JSON member, also inside JSON in a JSON string. A token may be wrapped in `{ value }`. */
function jsonMember(quote: string, value: string): RegExp {
  const wrapper = `(?:\\{\\s*${quote}value${quote}\\s*:\\s*)?`;
  return new RegExp(
    `(${quote}(?:${secretNames}|code)${quote}\\s*:\\s*${wrapper}${quote})((?:${value})*)`,
    "gis",
  );
}

const jsonMembers = [jsonMember('"', '[^"\\\\]|\\\\.'), jsonMember('\\\\"', '[^"\\\\]|\\\\\\\\\\\\?.')];
const jsonNumber = new RegExp(`("(?:${secretNames})"\\s*:\\s*)-?\\d[\\d.eE+-]*`, "gi");
const parameter = new RegExp(
  `(?<=^|[^a-z0-9]|%3F|%26)(${secretNames}|code)(?:(=)[^&\\s"<>#]*|(%3D)(?:(?!%26)[^&\\s"<>#])*)`,
  "gi",
);
// Every match of `jsonMembers` and `jsonNumber` has a match of `memberEnd`, and so on: these take a tenth of the time, and most text
// has none.
const memberEnd = /(?:token|api[-_]?key|secret|verifier|password|"code)\\?"/i;
const parameterEnd = /(?:token|key|secret|verifier|password|code)(?:=|%3D)/i;
/** What follows a flag without a value, such as `login --api-key --profile shop`, is the next flag. */
const flag = new RegExp(
  `(--(?:${secretNames}|code|notify)(?:\\s+(?!--[a-z])|=))(?:"[^"]*"|'[^']*'|\\S+)`,
  "gi",
);
const headerLine =
  /\b((?:proxy-)?authorization|(?:set-)?cookie|x-api-key)(\\?["']?\s*[:=]\s*\\?["']?)[^\r\n"'\\]+/gi;
/** The password in the address of a database. A mistyped scheme shows none either. */
const userPassword = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:@/?#]*:)[^\s@/]+(?=@)/gi;
const userPasswordEnd = /:\/\/[^\s:@/?#]*:[^\s@/]+@/;
const bareToken = /\b(?:OauthNG|IST|JWS)\.[\w.~+/=-]+|\beyJ[\w-]{5,}\.[\w.-]+|\b(?<=Bearer\s)[^\s"']+/g;
const bareTokenStart = /OauthNG|IST|JWS|eyJ|Bearer/;

/**
 * Replaces secrets (tokens, codes, verifiers, passwords and keys) in JSON (also inside a JSON string), URLs, forms, command
 * lines and header lines, and bare tokens in the platform's formats.
 */
export function redact(text: string): string {
  let clean = memberEnd.test(text) ? redactMembers(text) : text;
  if (parameterEnd.test(clean)) clean = clean.replace(parameter, `$1$2$3${redacted}`);
  clean = clean.replace(flag, `$1${redacted}`).replace(headerLine, `$1$2${redacted}`);
  if (userPasswordEnd.test(clean)) clean = clean.replace(userPassword, `$1${redacted}`);
  return bareTokenStart.test(clean) ? clean.replace(bareToken, redacted) : clean;
}

function redactMembers(text: string): string {
  let clean = text;
  for (const member of jsonMembers) {
    clean = clean.replace(member, (all, head: string, value: string) =>
      /code\\?"\s*:/i.test(head) && errorCode.test(value) ? all : head + redacted,
    );
  }
  return clean.replace(jsonNumber, `$1"${redacted}"`);
}

/** Returns whether a field of this name has a secret, such as `password` or `refreshToken`. */
export const isSecretName = (name: string): boolean => new RegExp(`^(?:${secretNames})$`, "i").test(name);

/** Returns whether a header of this name has a secret. */
export const isSecretHeader = (name: string): boolean => secretHeader.test(name) || isSecretName(name);

/** Shorter secrets are likely to be words. */
const leastSecret = 8;

/** Replaces these secrets in a text, even if they are encoded for a URL, for JSON or as base64. */
export function redactValues(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of [...secrets].sort((a, b) => b.length - a.length)) {
    if (secret.length < leastSecret) continue;
    const base64 = Buffer.from(secret).toString("base64");
    const forms = [
      secret,
      encodeURIComponent(secret.toWellFormed()),
      JSON.stringify(secret).slice(1, -1),
      base64,
      // With more text after it: the last group is another one.
      base64.slice(0, Math.floor(Buffer.byteLength(secret) / 3) * 4),
    ];
    for (const form of forms) clean = clean.replaceAll(form, redacted);
  }
  return clean;
}

/** Replaces secrets in headers. Their names stay, so that a trace shows which were sent. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const safe = (name: string, value: string) =>
    secretHeader.test(name) || secretName.test(name) ? redacted : redact(value);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, safe(name, value)]));
}

/** Returns a whole number with thousands separators: `1,204`. Intl needs 10 ms for the first number. */
export function formatCount(count: number): string {
  return groupThousands(String(count));
}

/** Returns amounts with commas between thousands: `12,345.60 USD`. */
export function groupThousands(text: string): string {
  return text.replace(/(?<![\d.,])\d{4,}(?!\d)/g, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
}

/** Returns a count with its noun: `1 change`, `1,204 changes`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns a text with its first letter in upper case. */
export function capitalized(text: string): string {
  return text.replace(/^./u, (letter) => letter.toUpperCase());
}

/** Returns the heading of a column, which is in capitals, as the label of a line: `Checked in`, `SKU`. */
export function labelOf(heading: string): string {
  return heading === "SKU" ? heading : heading.charAt(0) + heading.slice(1).toLowerCase();
}

/** Returns a heading as it is written inside a sentence: `Orders` in lower case, `RSVPs` as it is. */
export function inSentence(heading: string): string {
  const isCapital = (letter: string) => letter !== letter.toLowerCase();
  const [first, second] = [heading.charAt(0), heading.charAt(1)];
  return isCapital(first) && !isCapital(second) ? first.toLowerCase() + heading.slice(1) : heading;
}

/** Returns the first ten texts, and how many more there are: `a, b and 3 more`. */
export const firstOf = (texts: readonly string[]): string =>
  texts.length > 10 ? `${texts.slice(0, 10).join(", ")} and ${texts.length - 10} more` : texts.join(", ");

/** Returns a name such as `taxGroup` as a flag has it: `tax-group`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns a name such as `taxGroup` as words: `tax group`. */
export const wordsOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns the first value that is in a list twice. */
export const repeated = <T>(values: readonly T[]): T | undefined =>
  values.find((value, index) => values.indexOf(value) !== index);
