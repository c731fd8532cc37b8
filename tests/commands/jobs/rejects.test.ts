import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("rejected rows of a job without a file are printed, and not written to a file", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("orders fulfill 10012 10003 --skip-invalid --yes");
  expect((await world.till("jobs rejects last")).stdout).toContain("it is CANCELED");
  expect(await world.till("jobs rejects last rejects.csv")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("has no imported file"),
  });
  expect(existsSync(world.path("rejects.csv"))).toBe(false);
});
