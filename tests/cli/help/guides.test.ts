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
  expect((await world.till("help guide filters")).stdout).toMatch(/^Find products and orders with filters\n/);
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

/** What people search for, and the answer that they expect first. */
const searches: Readonly<Record<string, string>> = {
  "agents mcp": "till agents mcp --help",
  "api key": "till help guide sign-in",
  "capture payments": "till help guide tutorial-capture",
  "check in": "till tickets check-in --help",
  coupon: "till coupons --help",
  csv: "till products import --help",
  "csv import": "till products import --help",
  "delete product": "till products delete --help",
  "discount percent": "till help guide sales",
  "dry run": "till products create --help",
  "environment variables": "till help environment",
  excel: "till products import --help",
  "exit codes": "till help exit-codes",
  "export orders": "till orders export --help",
  "gift card": "till gift-cards --help",
  "how do I sign in": "till help guide sign-in",
  "import products": "till products import --help",
  lock: "till profiles lock --help",
  "login ssh": "till help guide sign-in",
  "many sites": "till help guide many-sites",
  playwright: "till help guide testing",
  "price list supplier": "till help guide files",
  "raise prices": "till help guide tutorial-prices",
  "rate limit": "till help guide troubleshoot",
  refund: "till orders refund --help",
  "backup restore backup": "till backup restore --help",
  "sale end": "till sale end --help",
  schedule: "till schedule --help",
  "seo title": "till help guide changes",
  "time zone": "till config set --help",
  undo: "till jobs undo --help",
  vitest: "till help guide testing",
  webhooks: "till webhooks --help",
  "what is a profile": "till help guide profiles",
};

test.each(Object.entries(searches))("till help search %s answers with %s first", async (words, first) => {
  const { stdout } = await world.till(["help", "search", words, "--json"]);
  expect(JSON.parse(stdout).items[0].command).toBe(first);
});

test("equal flags of several commands are one result", async () => {
  const { stdout } = await world.till(["help", "search", "dry run"]);
  expect(stdout).toMatch(/--dry-run: .* \(\d+ commands\)\n/);
});

test("words that no page has together find the pages that have most of them", async () => {
  const { code, stdout } = await world.till(["help", "search", "refund payments zzzq"]);
  expect(code).toBe(0);
  expect(stdout).toContain("refund");
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
