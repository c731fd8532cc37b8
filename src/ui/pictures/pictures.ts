import { createContext } from "react";

/** Loads pictures, and says how the terminal shows them. */
export interface Pictures {
  readonly protocol: PictureProtocol;
  /** Loads an image file, from memory if possible. Rejects with the reason if it cannot be loaded. */
  load(address: string): Promise<Uint8Array>;
}

/** Undefined if pictures are off. */
export const PicturesContext = createContext<Pictures | undefined>(undefined);

/** Draws a sequence over every frame; an empty text draws nothing. */
export type Overlay = (sequence: string) => void;

export const OverlayContext = createContext<Overlay>(() => {});

/** Returns a sequence that draws at a position, counted from 0, and restores the cursor. */
export function drawAt(sequence: string, { x, y }: { x: number; y: number }): string {
  return `\x1b7\x1b[${y + 1};${x + 1}H${sequence}\x1b8`;
}

/** How a terminal shows pictures. Sixels are measured in pixels, so the size of a cell is needed. */
export type PictureProtocol =
  | { readonly kind: "kitty" | "inline" | "blocks" }
  | { readonly kind: "sixel"; readonly cell: { readonly width: number; readonly height: number } };

/** The environment variables that identify a terminal. */
export interface TerminalVariables {
  readonly TERM?: string | undefined;
  readonly TERM_PROGRAM?: string | undefined;
  readonly LC_TERMINAL?: string | undefined;
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
  LC_TERMINAL,
  TMUX,
  STY,
  ZELLIJ,
}: TerminalVariables): "kitty" | "inline" | "blocks" {
  if (TMUX || STY || ZELLIJ || /^(screen|tmux)/.test(TERM)) return "blocks";
  if (/^xterm-(kitty|ghostty)$/.test(TERM)) return "kitty";
  if (TERM_PROGRAM === "ghostty") return "kitty";
  const program = TERM_PROGRAM ?? LC_TERMINAL;
  return ["iTerm.app", "iTerm2", "WezTerm"].includes(program ?? "") ? "inline" : "blocks";
}
