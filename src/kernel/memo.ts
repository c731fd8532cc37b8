/** Returns a function that calls `make` once for each key and returns the same result from then on. Nothing is ever dropped. */
export function memo<Key, T extends object | string>(make: (key: Key) => T): (key: Key) => T {
  const made = new Map<Key, T>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const result = make(key);
    made.set(key, result);
    return result;
  };
}
