import { useState } from "react";
import { type Key, useInput } from "./ink.ts";

/** One thing a key does. The list of these is what is obeyed and what the hint bar draws. */
export interface KeyAction {
  /** The name as `readKeys` gives it: `y`, `enter`, `esc`, `ctrl+c`. */
  readonly key: string;
  /** Other keys that do the same and are not shown. */
  readonly also?: readonly string[];
  /** What it does, as a verb: `apply`. */
  readonly name: string;
  run(): void;
  /** Why it does nothing at present, as a sentence. Pressing it then shows this. */
  readonly unavailable?: string | undefined;
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
  // Terminals send DEL for the backspace key, which Ink calls delete.
  ["backspace", "backspace"],
  ["delete", "backspace"],
] as const satisfies readonly (readonly [keyof Key, string])[];

/**
 * The keys in one piece of input, by name. Fast typing and pasting arrive as one piece, so `ab\r` is three keys:
 * `a`, `b`, `enter`. A printable key is its own name; control characters that mean nothing are left out.
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

/** Calls `handle` with the keys of every piece of input. */
export function useKeys(handle: (keys: string[]) => void): void {
  useInput((input, key) => {
    const keys = readKeys(input, key);
    if (keys.length > 0) handle(keys);
  });
}

/** Runs the live action of each key; returns the explanation of the last key pressed if that key was dead. */
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

/** The action that a key stands for, dead or alive. */
function findAction(actions: readonly KeyAction[], name: string): KeyAction | undefined {
  return actions.find((action) => action.key === name || action.also?.includes(name));
}
