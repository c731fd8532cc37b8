import { setFlagsFromString } from "node:v8";

/**
 * Keeps the part of the heap where new objects live as small as it is now. V8 would let it grow to 128 MB in a job of
 * many rows, though nearly all that streams through is garbage at once: held small, the job is as fast.
 */
export function holdYoungHeap(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

/** The same for the rest of the heap, of something that runs for hours: what is not needed any more is looked for sooner. */
export function holdHeap(): void {
  holdYoungHeap();
  setFlagsFromString("--heap-growing-percent=50");
}
