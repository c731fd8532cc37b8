import { createContext } from "react";
import type { PictureProtocol } from "./protocol.ts";

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
