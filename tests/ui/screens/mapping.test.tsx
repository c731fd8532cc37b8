import { afterEach, expect, test } from "vitest";
import { type MappedColumn, Mapping } from "../../../src/ui/screens/mapping.tsx";
import { waitFor } from "../../support/runs.ts";
import { open } from "../frame.tsx";

const opened: ReturnType<typeof open>[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

function show(columns: readonly MappedColumn[], problem?: string) {
  const answers: unknown[] = [];
  const options = {
    ...{
      title: "Import a.csv: which field is each column?",
      facts: ["encoding: windows-1252"],
      columns,
      problem,
    },
    fields: ["sku", "name", "price"],
    check: (chosen: readonly MappedColumn[]) =>
      chosen.some(({ field }) => field === "sku") ? undefined : "There is no sku.",
    line: (chosen: readonly MappedColumn[]) =>
      `till import ${chosen.map(({ field = "-" }) => field).join(",")}`,
  };
  const app = open(<Mapping options={options} onAnswer={(answer) => answers.push(answer)} />, 70, 16);
  opened.push(app);
  const sees = (text: string | RegExp) => waitFor(() => expect(app.lines().join("\n")).toMatch(text));
  return { ...app, answers, sees };
}

const columns: readonly MappedColumn[] = [
  { column: "Nr", samples: ["A1", "A2"], field: undefined },
  { column: "VK", samples: ["1.50"], field: "price" },
];

test("arrow keys choose the field of a column, which no other column keeps; Enter answers once it is enough", async () => {
  const { type, sees, answers } = show(columns);
  await sees(/encoding: windows-1252[\s\S]*❯ Nr +\(not imported\) +A1 {2}· {2}A2\n +VK +price +1\.50/);
  await type("\r");
  await sees("There is no sku.");
  await type("\x1b[D");
  await sees(/❯ Nr +price[\s\S]*VK +\(not imported\)/);
  await type("\x1b[C", "\x1b[C");
  await sees(/❯ Nr +sku/);
  await type("\x1b[B", "\x1b[D");
  await sees(/❯ VK +price/);
  await type("\r");
  expect(answers).toEqual([
    [
      { column: "Nr", samples: ["A1", "A2"], field: "sku" },
      { column: "VK", samples: ["1.50"], field: "price" },
    ],
  ]);
});

test("y shows the command line, Esc cancels, and what was wrong before is told", async () => {
  const { type, sees, answers } = show(columns, 'odd.csv:3: "x" is no amount');
  await sees('odd.csv:3: "x" is no amount');
  await type("y");
  await sees("Copied: till import -,price");
  await type("\x1b");
  await waitFor(() => expect(answers).toEqual(["canceled"]));
});
