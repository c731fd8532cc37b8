/** The visible part of a list, from `start` up to but not including `end`. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the part of `count` rows that is visible in `height` rows: `selected` is in it, and it moves as little as
 * possible from the `previous` start.
 */
export function windowAround(selected: number, count: number, height: number, previous = 0): Window {
  const size = Math.max(0, Math.min(count, height));
  const lowest = Math.min(selected, count - size);
  const start = Math.max(0, Math.min(Math.max(previous, selected - size + 1), lowest));
  return { start, end: start + size };
}

/**
 * Returns the selected index after a movement key (`up`, `down`, `pageup`, `pagedown`, `home`, `end`, `j`, `k`); other
 * keys do not change it.
 */
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
