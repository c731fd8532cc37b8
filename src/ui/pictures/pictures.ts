import { createContext } from "react";

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

/** The environment variables that identify a terminal. */
export interface TerminalVariables {
  readonly TERM?: string | undefined;
  readonly TERM_PROGRAM?: string | undefined;
  readonly TMUX?: string | undefined;
  readonly STY?: string | undefined;
  readonly ZELLIJ?: string | undefined;
}

/**
 * Returns how the terminal with these variables shows pictures. Multiplexers do not pass pictures on. A terminal
 * started from another one inherits its variables except TERM, so TERM takes precedence.
 */
export function protocolOf({
  TERM = "",
  TERM_PROGRAM,
  TMUX,
  STY,
  ZELLIJ,
}: TerminalVariables): PictureProtocol {
  if (TMUX || STY || ZELLIJ || /^(screen|tmux)/.test(TERM)) return "blocks";
  if (/^xterm-(kitty|ghostty)$/.test(TERM)) return "kitty";
  return TERM_PROGRAM === "ghostty" ? "kitty" : "blocks";
}
