import { expect, test } from "vitest";
import { quotingHint } from "../../src/kernel/command-line.ts";
import { createWorld } from "../support/world.ts";

const hint = `cmd.exe does not know single quotes. Put the argument in double quotes: "brand = 'Acme'"`;

test.each([
  ["a filter that is split into arguments", ["products", "list", "--filter", "'brand", "=", "Acme'"]],
  ["a filter that loses its end to a redirection", ["products", "list", "--filter", "'price"]],
  ["a filter without spaces", ["products", "list", "--filter", "'price>100'"]],
])("on Windows, %s gets a hint about quotes", (_what, argv) => {
  expect(quotingHint(argv, "win32")).toBe(hint);
  expect(quotingHint(argv, "linux")).toBeUndefined();
});

test("text in single quotes within an argument gets no hint", () => {
  expect(
    quotingHint(["products", "list", "--filter", "brand = 'Acme' and price > 1"], "win32"),
  ).toBeUndefined();
});

test("a usage error shows the hint about quotes in the place of its own", async () => {
  const world = createWorld();
  const argv = ["products", "list", "--filter", "'brand", "=", "Acme'"];
  const { code, stderr } = await world.till(argv, { platform: "win32" });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^error: Too many arguments.*\n {2}cmd\.exe/),
  });
  expect((await world.till(argv)).stderr).toContain("Add --help");
  world.close();
});
