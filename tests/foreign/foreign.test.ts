import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe } from "vitest";
import { type Recorded, replayInMemory } from "../e2e/sdk-replay.ts";

/**
 * What clients that others wrote send, one file for each: recorded while their code ran against the sandbox, with values of our own.
 * docs/official-sdk-tests.md names them.
 */
for (const file of globSync("tests/foreign/*.json").sort()) {
  const { catalog = "v1", calls } = JSON.parse(readFileSync(file, "utf8")) as {
    catalog?: "v1" | "v3";
    calls: readonly Recorded[];
  };
  describe(basename(file, ".json"), () => {
    replayInMemory(calls, catalog);
  });
}
