import type { Site } from "../context/host.ts";
import type { Target } from "../ui/components/frame.tsx";

/** Returns how the interactive screens show a site: profile, site id and whether it is live. */
export function targetOf({ profile, id, hosted }: Site): Target {
  return { profile, site: hosted ? id : undefined, live: hosted };
}
