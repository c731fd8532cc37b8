import { createContext } from "react";
import { isMultiplexed, type TerminalVariables } from "../../output/streams.ts";

/** Loads pictures, and says how the terminal shows them. */
export interface Pictures {
  readonly protocol: PictureProtocol;
  /** Loads an image file, from memory if possible. Rejects with the reason if it cannot be loaded. */
  load(address: string): Promise<Uint8Array>;
}

/** Undefined if pictures are off. */
export const PicturesContext = createContext<Pictures | undefined>(undefined);

/** How a terminal shows pictures: by the graphics protocol of kitty, or as half blocks. */
export type PictureProtocol = "kitty" | "blocks";

/**
 * Returns how the terminal with these variables shows pictures. Multiplexers do not pass pictures on. A terminal
 * started from another one inherits its variables except TERM, so TERM takes precedence.
 */
export function protocolOf(variables: TerminalVariables): PictureProtocol {
  if (isMultiplexed(variables)) return "blocks";
  const { TERM = "", TERM_PROGRAM } = variables;
  return /^xterm-(kitty|ghostty)$/.test(TERM) || TERM_PROGRAM === "ghostty" ? "kitty" : "blocks";
}
