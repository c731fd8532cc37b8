import { stripVTControlCharacters } from "node:util";
import chalk from "chalk";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/kernel/text.ts";
import { checkTyped } from "../../../src/ui/question.ts";
import { Confirm, describeEffort, fitPlan, type PlanSummary } from "../../../src/ui/screens/confirm.tsx";
import { waitFor } from "../../support/runs.ts";
import { linesOf, open } from "../frame.tsx";

const plan: PlanSummary = {
  title: "Set price +10% on 1,204 products",
  target: { profile: "main", site: "Blue Mugs", live: true },
  lines: ["It can be undone with till jobs undo."],
  summary: {
    columns: ["change", "count"],
    rows: [
      ["product.update", "1,004"],
      ["variants.update", "200"],
    ],
  },
  changes: 1204,
  totals: [["Sum of prices", "12,040.00 to 13,244.00 EUR"]],
  requests: 1310,
  estimateMs: 131_000,
  warnings: ["3 products have no price."],
  question: "Apply 1,204 changes?",
};

const frame = (given: PlanSummary, columns: number, rows = 24) =>
  linesOf(<Confirm plan={given} onAnswer={() => {}} />, columns, rows);

describe("the confirm screen", () => {
  it("shows the changes, the target and the number of requests, and asks", () => {
    expect(frame(plan, 80)).toEqual([
      "Set price +10% on 1,204 products",
      "LIVE site Blue Mugs (profile main)",
      "It can be undone with till jobs undo.",
      "┌─────────────────┬───────┐",
      "│ CHANGE          │ COUNT │",
      "├─────────────────┼───────┤",
      "│ product.update  │ 1,004 │",
      "├─────────────────┼───────┤",
      "│ variants.update │ 200   │",
      "└─────────────────┴───────┘",
      "Sum of prices: 12,040.00 to 13,244.00 EUR",
      "1,204 changes in 1,310 requests, about 2 min 11 s",
      "! Warning: 3 products have no price.",
      "? Apply 1,204 changes? y/N",
      "y yes  n no",
    ]);
  });

  it.each([
    [80, 24],
    [80, 12],
    [40, 24],
    [40, 16],
  ])("fits %i × %i with a large table of wide text", (columns, rows) => {
    const cells = Array.from({ length: 20 }, (_, index) => [
      `青いマグカップ 大きい ${index}`,
      "10.00",
      "11.00",
    ]);
    const wide = { ...plan, summary: { columns: ["product", "before", "after"], rows: cells } };
    const lines = frame(wide, columns, rows);
    expect(lines.length).toBeLessThan(rows);
    expect(lines.every((line) => displayWidth(line) <= columns)).toBe(true);
    expect(lines[0]).toBe(plan.title);
    expect(lines.at(-2)).toContain("y/N");
    // All available rows are used.
    if (rows === 24) expect(lines.filter((line) => line.includes("青い")).length).toBeGreaterThan(5);
  });

  it("drops the table before the question", () => {
    expect(fitPlan(plan, 80, 10).summary).toBeUndefined();
    expect(fitPlan(plan, 80, 100)).toEqual(plan);
    expect(fitPlan(plan, 80, 17).summary?.rows).toHaveLength(1);
  });

  it("escapes control characters in the plan", () => {
    const bad = "a\x1b]52;c;aGk=\x07\x1b[2J\u202eb\r\nc\x9bd";
    const { estimateMs, changes, requests: calls } = plan;
    const hostile: PlanSummary = {
      title: bad,
      target: { profile: bad, site: bad, live: false },
      lines: [bad],
      summary: { columns: [bad, "x"], rows: [[bad, bad]] },
      totals: [[bad, bad]],
      warnings: [bad],
      question: bad,
      typed: bad,
      ...{ estimateMs, changes, requests: calls },
    };
    const lines = frame(hostile, 80, 40);
    expect(lines.join("")).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
    expect(lines[0]).toBe("a␛]52;c;aGk=␇␛[2J\\u{202e}b␍␊c\\u{9b}d");
  });

  it("shows the same text with and without colors", () => {
    const plain = frame(plan, 80);
    const level = chalk.level;
    chalk.level = 1;
    const colored = frame(plan, 80);
    chalk.level = level;
    expect(colored).not.toEqual(plain);
    expect(colored.map((line) => stripVTControlCharacters(line).trimEnd())).toEqual(
      plain.map((line) => line.trimEnd()),
    );
  });

  it.each([
    ["y", [true]],
    ["Y", [true]],
    ["n", [false]],
    ["\r", [false]],
    ["q", [false]],
    ["\x1b", [false]],
    ["y\r", [true]],
    ["N\r", [false]],
    ["yes", []],
    ["yes\r", []],
    ["x", []],
  ])("accepts %j as %j", async (key, answers) => {
    const given: boolean[] = [];
    const screen = open(<Confirm plan={plan} onAnswer={(yes) => given.push(yes)} />);
    await screen.type(key);
    await waitFor(() => expect(given).toEqual(answers));
    screen.close();
  });

  it("shows all changes with d, which then needs Enter where text is typed", async () => {
    const asked: string[] = [];
    const onChanges = () => asked.push("changes");
    const onAnswer = () => asked.push("answer");
    const yesNo = open(<Confirm plan={plan} onAnswer={onAnswer} onChanges={onChanges} />);
    expect(yesNo.lines().at(-1)).toBe("y yes  d show all changes  n no");
    await yesNo.type("d");
    await waitFor(() => expect(asked).toEqual(["changes"]));
    yesNo.close();
    const typed = { ...plan, typed: "1,204" };
    const field = open(<Confirm plan={typed} onAnswer={onAnswer} onChanges={onChanges} />);
    expect(field.lines().at(-1)).toBe("Enter confirm  d Enter show all changes  Esc no");
    await field.type("d", "\r");
    await waitFor(() => expect(asked).toEqual(["changes", "changes"]));
    field.close();
  });

  it("requires typed text if the plan says so, and explains a wrong one", async () => {
    const given: boolean[] = [];
    const screen = open(<Confirm plan={{ ...plan, typed: "1,204" }} onAnswer={(yes) => given.push(yes)} />);
    await screen.type("y", "\r");
    await waitFor(() => expect(screen.lines().join()).toContain("This is not 1,204"));
    expect(given).toEqual([]);
    await screen.type("\x7f", "1204\r");
    expect(given).toEqual([true]);
    screen.close();
  });
});

describe("checkTyped", () => {
  it.each([
    ["1,204", "1,204", true],
    ["1204", "1,204", true],
    [" 1 204 ", "1,204", true],
    ["1205", "1,204", false],
    ["", "1,204", false],
    ["Blue mug", "Blue mug", true],
    ["blue mug", "Blue mug", false],
    ["   ", "  ", false],
    ["33.82", "33.82 USD", true],
    ["33.83", "33.82 USD", false],
    ["33.82 EUR", "33.82 USD", false],
  ])("%j for %j: %s", (typed, expected, right) => {
    expect(checkTyped(typed, expected) === undefined).toBe(right);
  });
});

it("describes the number of changes and requests and the duration", () => {
  expect(describeEffort({ ...plan, changes: 1, requests: 1, estimateMs: 200 })).toBe(
    "1 change in 1 request, under 1 s",
  );
});
