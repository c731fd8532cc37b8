import { useState } from "react";
import { capitalized } from "../kernel/text.ts";
import { type Key, useInput } from "./terminal.ts";

/** A key and its action; the hint bar shows the same list. */
export interface KeyAction {
  /** The name that `readKeys` returns: `y`, `enter`, `esc`, `ctrl+c`; hints show its label. */
  readonly key: string;
  /** Other keys with the same action, which are not shown. */
  readonly also?: readonly string[];
  /** The action as a verb: `apply`. */
  readonly name: string;
  run(): void;
  /** Why it is unavailable now, as a sentence; shown when the key is pressed. */
  readonly unavailable?: string | undefined;
}

/** Returns keys as they are labeled on keyboards: `Enter`, `Shift-Tab`, `z Enter`. Characters stay as they are. */
export function keyLabel(keys: string): string {
  return keys.replace(/[a-z]\w+(\+\w+)?/g, (name) => name.split("+").map(capitalized).join("-"));
}

const special = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "pageup"],
  ["pageDown", "pagedown"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "esc"],
  ["backspace", "backspace"],
  ["delete", "delete"],
] as const satisfies readonly (readonly [keyof Key, string])[];

/** The keys that move in a line of text, and in a list. */
export const fieldKeys: readonly string[] = ["home", "end"];
export const listKeys: readonly string[] = ["up", "down", "pageup", "pagedown", ...fieldKeys];

/**
 * Returns the names of the keys in one chunk of input. Fast typing and pasting arrive as one chunk, so `ab\r` is three
 * keys: `a`, `b`, `enter`. The name of a printable key is its character; other control characters are left out.
 */
export function readKeys(input: string, key: Key): string[] {
  if (key.tab) return [key.shift ? "shift+tab" : "tab"];
  const found = special.find(([flag]) => key[flag]);
  if (found !== undefined) return [found[1]];
  if (key.ctrl) return input === "" ? [] : [`ctrl+${input}`];
  if (key.meta) return input === "" ? [] : [`alt+${input}`];
  return Array.from(input, keyOfCharacter).filter((name) => name !== "");
}

function keyOfCharacter(character: string): string {
  if (character === "\r" || character === "\n") return "enter";
  if (character === "\t") return "tab";
  if (character === "\x7f" || character === "\b") return "backspace";
  const code = character.codePointAt(0) ?? 0;
  if (code >= 1 && code <= 26) return `ctrl+${String.fromCharCode(code + 96)}`;
  return code < 32 || (code >= 0x80 && code < 0xa0) ? "" : character;
}

/** Calls `handle` with the keys of each chunk of input. */
export function useKeys(handle: (keys: string[]) => void): void {
  useInput((input, key) => {
    const keys = readKeys(input, key);
    if (keys.length > 0) handle(keys);
  });
}

/** Runs the action of each key. Returns why the last key is unavailable, if it is. */
export function useActions(actions: readonly KeyAction[]): string | undefined {
  const [explanation, setExplanation] = useState<string>();
  useKeys((keys) => {
    for (const name of keys) {
      const action = findAction(actions, name);
      setExplanation(action?.unavailable);
      if (action !== undefined && action.unavailable === undefined) action.run();
    }
  });
  return explanation;
}

function findAction(actions: readonly KeyAction[], name: string): KeyAction | undefined {
  return actions.find((action) => action.key === name || action.also?.includes(name));
}
