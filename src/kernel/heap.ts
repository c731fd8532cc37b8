import { setFlagsFromString } from "node:v8";

/**
 * Keeps V8's young generation at its current size. In a job with many rows most objects are short-lived, and V8 would
 * let the young generation grow to 128 MB without making the job faster.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

/** Limits the growth of the whole heap, for processes that run for hours: garbage is collected earlier. */
export function limitHeap(): void {
  limitYoungGeneration();
  setFlagsFromString("--heap-growing-percent=50");
}
