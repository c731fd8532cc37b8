import { useCallback, useEffect, useRef, useState } from "react";

/**
 * Returns state that several keys can read and write between two frames: fast typing arrives in one chunk, and each key
 * must see the changes of the previous one. The two returned functions never change.
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

/** How long something has to be selected before it is read, in milliseconds. */
const restMs = 60;

/** Calls `read` with the id of what is selected, once it has been for a moment; not while there is none. */
export function useRest(id: string | undefined, read: (id: string) => void): void {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => latest.current(id), restMs);
    return () => clearTimeout(timer);
  }, [id]);
}

/** Returns the list of an earlier drawing as long as the items are the same, so that effects can depend on it. */
export function useSameList<Item>(list: readonly Item[]): readonly Item[] {
  const before = useRef(list);
  const isSame =
    list.length === before.current.length && list.every((item, index) => item === before.current[index]);
  if (!isSame) before.current = list;
  return before.current;
}
