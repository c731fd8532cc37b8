import { createContext, useContext } from "react";

/** The terminal's size in character cells. A frame may use `rows - 1` of them. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export const SizeContext = createContext<Size>({ columns: 80, rows: 24 });

/** Returns the window size; the component is rendered again when it changes. */
export function useSize(): Size {
  return useContext(SizeContext);
}
