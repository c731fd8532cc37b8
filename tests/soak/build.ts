import { execFileSync } from "node:child_process";
import { isFresh } from "../e2e/program.ts";

/** Builds the program before the soak tests if necessary, and writes the generated pages, which several of them pack. */
export function setup(): void {
  if (!isFresh()) execFileSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
  execFileSync(process.execPath, ["scripts/docs.ts"]);
}
