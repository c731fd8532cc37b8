import { readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { guides } from "../../../src/cli/help/guides.ts";
import { createWorld } from "../../support/world.ts";

const world = createWorld();
beforeAll(() => () => world.close());

test("till help guides lists every guide", async () => {
  const { stdout } = await world.till("help guides --json");
  const names = JSON.parse(stdout).items.map(({ name }: { name: string }) => name);
  expect(names.toSorted()).toEqual(
    readdirSync("docs/guides")
      .map((file) => file.replace(/\.md$/, ""))
      .filter((name) => name !== "README")
      .sort(),
  );
});

test.each(Object.keys(guides))(
  "till help guide %s is text without Markdown, as wide as the terminal",
  async (name) => {
    const { code, stdout, stderr } = await world.till(`help guide ${name}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const prose = stdout.split("\n").filter((line) => !line.startsWith("    "));
    expect(prose.filter((line) => /^```|^#+ |\]\(|\*\*\w|^\|/.test(line))).toEqual([]);
    expect(prose.filter((line) => line.length > 80)).toEqual([]);
    // Every word of the guide is there.
    const words = (text: string) => text.match(/[A-Za-z]{5,}/g) ?? [];
    const left = (guides[name] ?? "")
      .replaceAll(/ ?\(\[why\]\([^)]*\)\)/g, "")
      .replaceAll(/\]\([^)]*\)/g, "]")
      .replaceAll(/^```\w*/gm, "")
      .replaceAll(/<!--.*?-->/g, "")
      // A table of two columns is shown without its headings.
      .replaceAll(/^\|.*\n(?=\|[\s|:-]+\n)/gm, "");
    const shown = new Set(words(stdout));
    expect(words(left).filter((word) => !shown.has(word))).toEqual([]);
  },
);

test("a guide is found by its name alone, unless a command or a topic has it", async () => {
  expect((await world.till("help capture-in-ci")).stdout).toMatch(/^Capture and void payments in CI\n/);
  expect((await world.till("help filters")).stdout).toMatch(/^A filter selects rows/);
  expect((await world.till("help guide filters")).stdout).toMatch(/^Filters\n/);
});

test("till help search finds commands, topics and guides, best first", async () => {
  const { code, stdout } = await world.till("help search refund --json");
  expect(code).toBe(0);
  const found = JSON.parse(stdout).items.map(({ command }: { command: string }) => command);
  expect(found[0]).toBe("till orders refund --help");
  expect(found).toContain("till help guide orders");
  for (const command of found)
    expect(await world.till(command.slice("till ".length))).toMatchObject({ code: 0 });
});

test.each([
  ["undo", "till jobs undo --help"],
  ["coupon", "till coupons --help"],
  ["gift card", "till gift-cards --help"],
  ["import products", "till products import --help"],
])("till help search %s starts with what is called so", async (words, first) => {
  const { stdout } = await world.till(`help search ${words} --json`);
  expect(JSON.parse(stdout).items[0].command).toBe(first);
});

test("several words must all match, in any order", async () => {
  const { stdout } = await world.till(["help", "search", "gift cards", "void"]);
  expect(stdout).toContain("till gift-cards void --help\n");
  expect(stdout).not.toContain("till orders refund");
});

test.each([
  ["help search", 2, "What do you want to search for?"],
  ["help search zzzq", 5, 'Nothing in the help contains "zzzq".'],
  ["help guide nope", 2, 'There is no guide "nope".'],
  ["help capture-in-cl", 2, "Did you mean capture-in-ci?"],
])("till %s exits with %i", async (line, code, message) => {
  const result = await world.till(line);
  expect(result).toMatchObject({ code, stdout: "" });
  expect(result.stderr).toContain(message);
});
