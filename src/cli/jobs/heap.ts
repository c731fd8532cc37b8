import { setFlagsFromString } from "node:v8";

/**
 * Keeps V8's young generation at its present size. In a job of many rows nearly every object is garbage at once, and V8
 * would let the young generation grow to 128 MB without making the job faster.
 */
export function limitYoungHeap(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

/** Limits the growth of the whole heap, for processes that run for hours: garbage is collected earlier. */
export function limitHeap(): void {
  limitYoungHeap();
  setFlagsFromString("--heap-growing-percent=50");
}
