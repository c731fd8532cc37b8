import { useEffect, useRef, useState } from "react";
import { useSpoken } from "../ink.ts";

/** The time that passes before anything says that it takes time, and between two frames, in milliseconds. */
export const patienceMs = 100;

const frames = Array.from("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏");
const asciiFrames = Array.from("|/-\\");

/** Describes something that is going on: `⠙ Reading… 1.2 s`. */
export function describeActivity(what: string, ms: number, ascii = false): string {
  const all = ascii ? asciiFrames : frames;
  return `${all[Math.floor(ms / patienceMs) % all.length]} ${what}… ${formatElapsed(ms)}`;
}

/** Formats an elapsed time in milliseconds: `0.4 s`, `12 s`, `2 min 5 s`. */
export function formatElapsed(ms: number): string {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

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
