import { createContext } from "react";
import type { Way } from "./way.ts";

/** Pictures, where they are shown. */
export interface Pictures {
  readonly way: Way;
  /** The file at an address; rejects with why there is none. What was read once is there at once. */
  load(address: string): Promise<Uint8Array>;
}

/** Absent where no pictures are shown. */
export const PicturesContext = createContext<Pictures | undefined>(undefined);

/** What is drawn over every frame, at a place of its own; an empty text draws nothing. */
export type Overlay = (sequence: string) => void;

export const OverlayContext = createContext<Overlay>(() => {});

/** Draws at a place, counted from 0, and leaves the cursor where it was. */
export function drawnAt(sequence: string, { x, y }: { x: number; y: number }): string {
  return `\x1b7\x1b[${y + 1};${x + 1}H${sequence}\x1b8`;
}
