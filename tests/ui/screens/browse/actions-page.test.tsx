import { afterEach, expect, test } from "vitest";
import { displayWidth } from "../../../../src/kernel/text.ts";
import { beginBrowse } from "../../../../src/ui/screens/browse/browse.state.ts";
import { Browse, type Left } from "../../../../src/ui/screens/browse/browse.tsx";
import type { BrowseAction } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { HelpPage } from "../../../../src/ui/screens/browse/pages.tsx";
import { waitFor } from "../../../support/runs.ts";
import { linesOf, open, withoutFrame } from "../../frame.tsx";
import { mugs, service } from "./sample-resource.ts";

const opened: ReturnType<typeof open>[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const actions: BrowseAction[] = [
  {
    key: "c",
    name: "capture",
    help: "take the money",
    target: "rows",
    args: (rows) => ["orders", "capture", ...rows],
  },
  {
    key: "f",
    name: "fulfill",
    help: "send it",
    target: "row",
    questions: [{ title: "Tracking number", hint: "such as JD0146", required: true }],
    args: (rows, [number = ""]) => ["orders", "fulfill", ...rows, "--tracking", number],
  },
];

function show(columns: number, label = "order 10007", rows = 16, listed = actions) {
  const mug = mugs(3).map((row) => ({ ...row, label, unavailable: ["It is paid already.", undefined] }));
  const resource = service(() => mug, { actions: listed });
  const left: Left[] = [];
  const options = {
    initial: beginBrowse([resource], { resource: resource.name, now: 0 }),
    target: { profile: "sandbox", live: false },
    freshMs: 1e9,
    now: () => 0,
    openWeb: async () => {},
  };
  const app = open(<Browse options={options} onLeave={(one) => left.push(one)} />, columns, rows);
  opened.push(app);
  const waitForText = (text: string | RegExp) =>
    waitFor(() => expect(withoutFrame(app.lines()).join("\n")).toMatch(text));
  return { ...app, left, waitForText };
}

test.each([40, 80, 120])(
  "in %d columns: the actions that work, the others in a line, and why",
  async (columns) => {
    const screen = show(columns, "order \x1b[31m10007");
    await screen.waitForText("❯");
    await screen.type("x");
    await screen.waitForText("Actions for order ␛[31m10007");
    const first = withoutFrame(screen.lines()).map((line) => line.trimEnd());
    expect(first).toContain("❯ f  fulfill  send it");
    expect(first).toContain("  Not now: capture");
    await screen.type("?");
    await screen.waitForText(
      /^❯ f {2}fulfill {2}send it *\n {2}e {2}edit .*\n {2}c {2}capture {2}\(It is paid alre/m,
    );
    expect(screen.lines().join("\n")).not.toContain("Not now");
    for (const line of screen.lines()) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  },
);

test("the menu is as high as its actions, and the list stays visible above it", async () => {
  const screen = show(80, "order 10007", 20);
  await screen.waitForText("❯");
  await screen.type("x");
  await screen.waitForText("Actions for order 10007");
  const lines = screen.lines();
  expect(lines[1]).toMatch(/^╭ Products ─/);
  expect(lines.slice(-7)).toEqual([
    `╭ ❯ Actions for order 10007 ${"─".repeat(51)}╮`,
    expect.stringMatching(/^│ ❯ f {2}fulfill {2}send it +│$/),
    expect.stringMatching(/^│ {3}e {2}edit {5}edit the selected cell, .*│$/),
    expect.stringMatching(/^│ +│$/),
    expect.stringMatching(/^│ {3}Not now: capture +│$/),
    `╰${"─".repeat(78)}╯`,
    expect.stringMatching(/^Enter run/),
  ]);
});

test.each([6, 7, 8, 9, 10])("in %d rows no lines overlap", async (rows) => {
  const screen = show(60, "order 10007", rows);
  await screen.waitForText("❯");
  await screen.type("x");
  await screen.waitForText("Actions for order 10007");
  const whole = [
    /^▐Products▌/,
    /^Actions for order 10007 *$/,
    /^❯ f {2}fulfill {2}send it *$/,
    /^ {2}e {2}edit {5}edit the selected cell, /,
    /^ {2}Not now: capture$/,
    /^Enter run/,
    /^$/,
  ];
  const lines = screen.lines();
  expect(lines.length).toBeLessThan(rows);
  expect(lines.filter((line) => !whole.some((one) => one.test(line)))).toEqual([]);
  expect(lines.some((line) => line.startsWith("❯"))).toBe(true);
});

test("an action is asked about alone, and the effect has the answer", async () => {
  const screen = show(80);
  await screen.waitForText("❯");
  await screen.type("xf");
  await screen.waitForText(/❯ f {2}fulfill[\s\S]*Tracking number: .*such as JD0146/);
  expect(screen.lines().join("\n")).not.toContain("capture");
  await screen.type("JD", "\r");
  await waitFor(() => expect(screen.left).toHaveLength(1));
  expect(screen.left[0]?.effect).toMatchObject({
    type: "run",
    line: "till orders fulfill mug-0 --tracking JD",
  });
});

test.each([10, 11, 12, 13, 14, 15, 16])(
  "in %d lines, no title of the page of keys is the last one",
  (height) => {
    const groups = ["Move", "Find", "Open", "Change"].map((title) => ({
      title,
      entries: [
        { keys: "a character", help: "one thing" },
        { keys: "b", help: "another" },
      ],
    }));
    const lines = linesOf(<HelpPage groups={groups} width={60} height={height} scroll={0} />);
    expect(lines.slice(0, 2)).toEqual(["Move", "  a character  one thing"]);
    const drawn = lines.filter((line) => line.trim() !== "" && !line.startsWith("↓"));
    expect(drawn.at(-1)).toMatch(/^ {2}/);
  },
);
