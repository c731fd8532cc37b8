import { useCallback, useRef, useState } from "react";

/**
 * Returns state that several keys can read and write between two frames: fast typing arrives in one chunk, and each key
 * must see the changes of the previous one. Both functions stay the same.
 */
export function useCurrent<T>(initial: T): [read: () => T, write: (value: T) => void] {
  const current = useRef(initial);
  const [, draw] = useState(initial);
  const read = useCallback(() => current.current, []);
  const write = useCallback((value: T) => {
    current.current = value;
    draw(() => value);
  }, []);
  return [read, write];
}
