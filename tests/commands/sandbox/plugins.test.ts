import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("--expires is a day or a time of the calendar; without a zone it is UTC", async () => {
  const world = createWorld();
  const add = (expires: string) =>
    world.till(["sandbox", "coupons", "add", "C", "--percent", "5", "--expires", expires, "--json"]);
  for (const [text, end] of [
    ["2028-02-29", "2028-02-29T00:00:00.000Z"],
    ["2028-02-29T10:00", "2028-02-29T10:00:00.000Z"],
    ["2028-02-29T10:00:30+02:00", "2028-02-29T08:00:30.000Z"],
  ] as const) {
    expect((await add(text)).stdout).toContain(end);
    expect((await world.till("sandbox coupons remove C")).code).toBe(0);
  }
  for (const text of ["2027-02-29", "2027-02-30T10:00Z", "soon", "1"])
    expect(await add(text)).toMatchObject({ code: 2, stdout: "" });
});
