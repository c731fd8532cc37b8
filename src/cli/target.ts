import type { Site } from "../context/context.ts";
import type { Target } from "../ui/components/frame.tsx";

/** A site as screens name it: which shop it is, and whether it is a live one. */
export function targetOf({ profile, id, hosted }: Site): Target {
  return { profile, site: hosted ? id : undefined, live: hosted };
}
