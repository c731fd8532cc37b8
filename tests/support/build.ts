import { execFileSync } from "node:child_process";
import { isFresh } from "../processes/program.ts";

/** Builds the program if it is missing or older than the sources. */
export function setup(): void {
  if (!isFresh()) execFileSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
}
