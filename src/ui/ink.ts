/**
 * The only module that imports Ink; all other files use its components and hooks from here. Ink's layout engine unpacks
 * its WebAssembly with `fetch(data:…)` if `fetch` exists, which starts Node's whole HTTP client. So `fetch` is hidden
 * while Ink loads (some 70 ms). The rest of the program uses undici directly.
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

const [loaded, components] = await load();
export const ink = loaded;
export const { Box, Text, useApp, useInput, usePaste, useStdout } = ink;
/**
 * Returns whether a screen reader reads the screen (INK_SCREEN_READER=true). Ink then leaves out styles, widths and
 * heights, and drawings need a text.
 */
export const useSpoken = ink.useIsScreenReaderEnabled;
export const { ConfirmInput } = components;
export type { DOMElement, Key, TextProps } from "ink";
