import type { BrowseState, Step } from "../browse.state.ts";

/** A line of the palette. */
export interface PaletteCommand {
  readonly name: string;
  /** The heading of a list, by which it is found as well. */
  readonly title?: string;
  readonly help: string;
  readonly key?: string | undefined;
  readonly unavailable?: string | undefined;
  /** The command line that does the same. */
  readonly line?: string | undefined;
  /** The text of the input line that leads to it, if that is not its name. */
  readonly typed?: string;
  run(state: BrowseState): Step;
}

/** Returns the palette with this text in its line. */
export function withTyped(state: BrowseState, text: string, problem?: string): BrowseState {
  const line = { before: text, after: "" };
  return { ...state, mode: { kind: "line", purpose: "command", line, at: 0, ...(problem && { problem }) } };
}
