import { createContext, useContext } from "react";

/** Writes a control sequence that draws nothing, such as for the clipboard. */
export type Transport = (sequence: string) => void;

export const SendContext = createContext<Transport>(() => {});

/** Returns a function that writes a sequence between two frames. */
export function useSend(): Transport {
  return useContext(SendContext);
}

/** Returns the sequence that copies a text to the clipboard, also through SSH and tmux (OSC 52). */
export function clipboardSequence(text: string): string {
  return `\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`;
}
