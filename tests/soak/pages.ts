import { execFileSync } from "node:child_process";

/** Writes the generated pages, which the packed program contains. */
export function setup(): void {
  execFileSync(process.execPath, ["scripts/docs.ts"]);
}
