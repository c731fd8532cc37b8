import { useRef } from "react";

/** Returns the list of an earlier drawing as long as the items are the same, so that effects can depend on it. */
export function useSameList<Item>(list: readonly Item[]): readonly Item[] {
  const before = useRef(list);
  const isSame =
    list.length === before.current.length && list.every((item, index) => item === before.current[index]);
  if (!isSame) before.current = list;
  return before.current;
}
