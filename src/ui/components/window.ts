/** Which part of a long list is seen: `start` included, `end` excluded. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of `count` rows to show in `height` rows so that `selected` is in it, moving as little as possible
 * from the `previous` start.
 */
export function windowAround(selected: number, count: number, height: number, previous = 0): Window {
  const size = Math.max(0, Math.min(count, height));
  const lowest = Math.min(selected, count - size);
  const start = Math.max(0, Math.min(Math.max(previous, selected - size + 1), lowest));
  return { start, end: start + size };
}

/** The selected index after a movement key (`up`, `down`, `pageup`, `pagedown`, `home`, `end`, `j`, `k`); else the same. */
export function moveSelection(selected: number, key: string, count: number, page: number): number {
  const steps: Record<string, number> = {
    up: -1,
    k: -1,
    down: 1,
    j: 1,
    pageup: -page,
    pagedown: page,
    home: -count,
    end: count,
  };
  return Math.max(0, Math.min(count - 1, selected + (steps[key] ?? 0)));
}
