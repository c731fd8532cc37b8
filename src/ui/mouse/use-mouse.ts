import { createContext, useContext, useEffect, useRef } from "react";
import type { MouseEvent } from "./report.ts";

/** Adds a listener for the mouse; returns a function that removes it. */
export type ListenToMouse = (listener: (event: MouseEvent) => void) => () => void;

export const MouseContext = createContext<ListenToMouse>(() => () => {});

/** Calls `handle` with what the mouse does, if the screen was mounted with it. */
export function useMouse(handle: (event: MouseEvent) => void): void {
  const listen = useContext(MouseContext);
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => listen((event) => latest.current(event)), [listen]);
}
