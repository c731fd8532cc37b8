import { useRef, useState } from "react";

/**
 * State that keys may read and write several times before it is drawn: fast typing arrives in one piece, and
 * what one key did must be seen by the next.
 */
export function useCurrent<T>(initial: T): [read: () => T, write: (value: T) => void] {
  const held = useRef(initial);
  const [, draw] = useState(initial);
  return [
    () => held.current,
    (value) => {
      held.current = value;
      draw(() => value);
    },
  ];
}
