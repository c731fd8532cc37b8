import { nodeCrypto } from "../../kernel/crypto.ts";

/** Returns substitutes of personal texts. The same text has the same substitute. */
export interface Fakes {
  email(text: string): string;
  /** Keeps the length and the punctuation. */
  phone(text: string): string;
  /** Keeps the first half, at most two characters, and the shape. */
  postalCode(text: string): string;
  url(text: string): string;
  guid(text: string): string;
  /** Names stay words, so that first and last name are those of the full name; other texts become a code. */
  text(text: string): string;
}

/** A name: up to four words of letters. */
const name = /^\p{L}[\p{L}'’.-]*(?: \p{L}[\p{L}'’.-]*){0,3}$/u;
const consonants = "bdfghjklmnprstvz";
const vowels = "aeio";

/** Returns substitutes that depend on a key: without the key, nobody can find out whether a text was a certain one. */
export function createFakes(key: Uint8Array): Fakes {
  const { createHmac } = nodeCrypto();
  const digest = (kind: string, text: string) => createHmac("sha256", key).update(`${kind}:${text}`).digest();
  const code = (kind: string, text: string) => digest(kind, text).toString("hex").slice(0, 12);
  const word = (text: string) => {
    const bytes = digest("word", text.toLowerCase()).subarray(0, 4);
    const syllables = [...bytes].map((byte) => `${consonants[byte >> 4]}${vowels[byte & 3]}`).join("");
    return syllables.charAt(0).toUpperCase() + syllables.slice(1);
  };
  const digits = (kind: string, text: string, from: number) => {
    const bytes = digest(kind, text);
    return [...text]
      .map((char, at) => {
        const byte = bytes[at % bytes.length] ?? 0;
        if (at < from) return char;
        if (/\d/.test(char)) return String(byte % 10);
        return /\p{L}/u.test(char)
          ? String.fromCharCode(65 + (byte % 26))
          : /[ ()+./-]/.test(char)
            ? char
            : "0";
      })
      .join("");
  };
  return {
    email: (text) => `${code("email", text.trim().toLowerCase())}@example.com`,
    phone: (text) => digits("phone", text, 0).replace(/[A-Z]/g, "0"),
    postalCode: (text) => digits("postal code", text, Math.min(2, Math.floor(text.length / 2))),
    url: (text) => `https://masked.example/${code("url", text)}`,
    guid: (text) => {
      const hex = digest("guid", text).toString("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
    text: (text) => (name.test(text) ? text.split(" ").map(word).join(" ") : `masked ${code("text", text)}`),
  };
}
