import { createContext, useContext } from "react";

/** Hands the terminal a control sequence that draws nothing: the clipboard, the title. */
export type Transport = (sequence: string) => void;

export const SendContext = createContext<Transport>(() => {});

/** Sends a sequence between two frames. */
export function useSend(): Transport {
  return useContext(SendContext);
}

/** The sequence that puts a text on the clipboard, also through SSH and tmux (OSC 52). */
export function clipboardSequence(text: string): string {
  return `\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`;
}
