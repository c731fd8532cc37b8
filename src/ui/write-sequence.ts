import { createContext, useContext } from "react";

/** Writes a control sequence that does not draw, such as one for the clipboard. */
export type WriteSequence = (sequence: string) => void;

export const WriteSequenceContext = createContext<WriteSequence>(() => {});

/** Returns a function that writes a sequence between two frames. */
export function useWriteSequence(): WriteSequence {
  return useContext(WriteSequenceContext);
}

/** Returns the sequence that copies a text to the clipboard, also through SSH and tmux (OSC 52). */
export function clipboardSequence(text: string): string {
  return `\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`;
}
