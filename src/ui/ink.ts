/**
 * The one door to Ink: every file of this room takes its components and hooks from here. Ink's layout engine
 * unpacks its WebAssembly with `fetch(data:…)` where `fetch` exists, which starts Node's whole HTTP client for
 * nothing; so `fetch` is out of sight while Ink loads (some 70 ms) and back afterwards. The rest of the program
 * talks through undici and never misses it.
 */
const fetch = Object.getOwnPropertyDescriptor(globalThis, "fetch");
if (fetch !== undefined) Object.defineProperty(globalThis, "fetch", { value: undefined, configurable: true });

async function load() {
  try {
    return [await import("ink"), await import("@inkjs/ui")] as const;
  } finally {
    if (fetch !== undefined) Object.defineProperty(globalThis, "fetch", fetch);
  }
}

const [loaded, pieces] = await load();
export const ink = loaded;
export const { Box, Text, useInput, useStdout } = ink;
/**
 * True where the screen is written to be listened to (INK_SCREEN_READER=true). Ink then leaves out styles, widths and
 * heights and puts the texts one under the other; what would be read out as a drawing has to become words.
 */
export const useSpoken = ink.useIsScreenReaderEnabled;
export const { ConfirmInput } = pieces;
export type { DOMElement, Key, TextProps } from "ink";
