import { useRef, useState } from "react";

/**
 * Returns state that several keys can read and write between two frames: fast typing arrives in one chunk, and each key
 * must see the changes of the previous one.
 */
export function useCurrent<T>(initial: T): [read: () => T, write: (value: T) => void] {
  const current = useRef(initial);
  const [, draw] = useState(initial);
  return [
    () => current.current,
    (value) => {
      current.current = value;
      draw(() => value);
    },
  ];
}
