/** Returns a function that calls `make` on its first call, and returns the same result from then on. */
export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
