import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("without a run of till each, the last one has no jobs", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("collections update coffee --name Kaffee");
  for (const line of ["jobs list --run last", "jobs audit --run last", "jobs list --run ''"])
    expect(await world.till(`${line} --json --jq '.items | length'`), line).toMatchObject({
      code: 0,
      stdout: "0\n",
    });
});
