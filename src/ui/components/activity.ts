import { useEffect, useRef, useState } from "react";
import { patienceMs } from "../../output/activity.ts";
import { useSpoken } from "../terminal.ts";

/**
 * Returns the milliseconds since a moment of `performance.now()`, once that is noticeable, and draws the component again
 * while time passes; a screen reader is told only once.
 */
export function useElapsed(since: number | undefined): number | undefined {
  const [elapsed, setElapsed] = useState<number>();
  const spoken = useSpoken();
  useEffect(() => {
    setElapsed(undefined);
    if (since === undefined) return;
    const tick = () => setElapsed(performance.now() - since);
    const timer = (spoken ? setTimeout : setInterval)(tick, patienceMs);
    return () => clearInterval(timer);
  }, [since, spoken]);
  return since === undefined ? undefined : elapsed;
}

/** Returns when a value became what it is, by `performance.now()`; undefined without a value. */
export function useStart(value: object | undefined): number | undefined {
  const start = useRef<{ of: object | undefined; at: number }>({ of: undefined, at: 0 });
  if (start.current.of !== value) start.current = { of: value, at: performance.now() };
  return value === undefined ? undefined : start.current.at;
}
