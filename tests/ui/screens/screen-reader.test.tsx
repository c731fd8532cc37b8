import type { ReactElement } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { Field } from "../../../src/ui/components/field.tsx";
import { Answered, Bar, Hint, Line } from "../../../src/ui/components/frame.tsx";
import { SummaryTable, Table } from "../../../src/ui/components/table.tsx";
import { beginBrowse } from "../../../src/ui/screens/browse/browse.state.ts";
import { Browse } from "../../../src/ui/screens/browse/browse.tsx";
import { Confirm } from "../../../src/ui/screens/confirm.tsx";
import type { Figures } from "../../../src/ui/screens/dashboard.state.ts";
import { Dashboard } from "../../../src/ui/screens/dashboard.tsx";
import { SelectPrompt } from "../../../src/ui/screens/prompt.tsx";
import { mugs, service } from "./browse/sample-resource.ts";
import { renderForScreenReader } from "./screen-reader.ts";

const open: ReturnType<typeof renderForScreenReader>[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});
function listen(element: ReactElement) {
  const spoken = renderForScreenReader(element);
  open.push(spoken);
  return spoken;
}

/** Characters that screen readers read out by name, such as "heavy right-pointing angle quotation mark". */
const drawn = /[─-▟■-◿✀-❯⠀-⣿…]/;

describe("components with a screen reader", () => {
  test.each<[string, ReactElement, string[]]>([
    ["a bar", <Bar key="1" value={3} total={4} width={10} />, ["75 percent"]],
    [
      "a line with a symbol",
      <Line key="1" symbol="failed" tone="failed" text="failed: no network" />,
      ["failed: no network"],
    ],
    ["a line that is a drawing", <Line key="1" text="▁▂▃" say="" />, []],
    ["an answer", <Answered key="1" question="Apply 2 changes?" answer="yes" />, ["Apply 2 changes? yes"]],
    [
      "keys, the live ones",
      <Hint
        key="1"
        keys={[
          { key: "a", name: "apply" },
          { key: "b", name: "go back", unavailable: "There is nothing." },
        ]}
      />,
      ["Keys: a apply"],
    ],
    ["a field", <Field key="1" initial="Blue" width={10} onSubmit={() => {}} />, ["Blue"]],
    ["a secret", <Field key="1" initial="Blue" secret width={10} onSubmit={() => {}} />, ["(hidden)"]],
    [
      "a table",
      <SummaryTable
        key="1"
        width={80}
        summary={{
          columns: ["product", "before"],
          rows: [
            ["Mug", "1.00"],
            ["Jug", ""],
          ],
        }}
      />,
      ["PRODUCT Mug, BEFORE 1.00", "PRODUCT Jug"],
    ],
    [
      "a table with a chosen row",
      <Table
        key="1"
        columns={[{ title: "NAME", cell: (name: string) => name }]}
        rows={["Mug", "Jug", "Cup"]}
        selected={1}
        height={3}
        width={40}
      />,
      ["2 of 3: NAME Jug"],
    ],
  ])("%s", (_, element, lines) => {
    expect(listen(element).lines()).toEqual(lines);
  });
});

describe("screens with a screen reader", () => {
  test("a list: the position, the row with its headings, marks, staged edits, and the column", async () => {
    const resource = service(() => mugs(3));
    const options = {
      initial: beginBrowse([resource], { resource: resource.name, now: 0 }),
      target: { profile: "sandbox", live: false },
      freshMs: 1e9,
      now: () => 0,
      openWeb: async () => {},
    };
    const screen = listen(<Browse options={options} onLeave={() => {}} />);
    await screen.hears("1 of 3");
    expect(screen.lines().slice(0, 4)).toEqual([
      "Products, sandbox",
      "1 of 3",
      "NAME Mug 0, PRICE 0.00 USD, SHOWN yes",
      "Column NAME: Mug 0",
    ]);
    await screen.type("j");
    await screen.type("l");
    await screen.type(" ");
    await screen.hears("Marked: NAME Mug 1");
    await screen.type("e5\r");
    await screen.hears("Column PRICE: 1.00 USD, staged 5");
    expect(screen.lines()[1]).toBe("1 staged edit, 1 marked, 2 of 3");
    await screen.type(":");
    await screen.hears(/Commands\n1 of \d+: products/);
    await screen.type("\x1b");
    await screen.hears("Marked: NAME Mug 1");
    await screen.type("v");
    await screen.hears("1 of 3: NAME, shown");
    expect(screen.lines().join("\n")).not.toMatch(drawn);
  });

  test("a question: the plan, the table with its headings, and how to answer", () => {
    const plan = {
      title: "Set price +10%",
      target: { profile: "sandbox", live: false },
      summary: { columns: ["product", "after"], rows: [["Mug", "11.00"]] },
      changes: 2,
      totals: [],
      requests: 2,
      warnings: ["One has no price."],
      question: "Apply 2 changes?",
    };
    const spoken = listen(<Confirm plan={plan} onAnswer={() => {}} />).lines();
    expect(spoken).toContain("PRODUCT Mug, AFTER 11.00");
    expect(spoken).toContain("Warning: One has no price.");
    expect(spoken.at(-1)).toBe("Keys: y yes, n no");
    expect(spoken.join("\n")).not.toMatch(drawn);
  });

  test("a selection: the selected item and its position", async () => {
    const choices = ["sandbox", "main"].map((label) => ({ label, value: label }));
    const screen = listen(
      <SelectPrompt
        prompt={{ question: "Which profile?", choices }}
        onAnswer={() => {}}
        onCancel={() => {}}
      />,
    );
    expect(screen.lines().slice(0, 2)).toEqual(["Which profile?", "1 of 2: sandbox"]);
    await screen.type("j");
    await screen.hears("2 of 2: main");
  });

  test("the dashboard: figures as text, without bars and charts", async () => {
    const figures: Figures = {
      ...{ timeZone: "UTC", from: "2030-05-08", to: "2030-05-09", abandoned: [] },
      sales: [
        {
          ...{ currency: "USD", orders: 3, revenue: "30.50", refunded: "0.00" },
          days: [
            { day: "2030-05-08", orders: 1, revenue: "10.00" },
            { day: "2030-05-09", orders: 2, revenue: "20.50" },
          ],
        },
      ],
      products: [{ product: "Mug", units: 4, revenue: "20.50", currency: "USD" }],
      stock: { soldOut: 1, low: 0, alerts: [{ product: "Jug", variant: "Blue", sku: "J", quantity: 0 }] },
      tickets: null,
      errors: [{ part: "tickets", message: "The site has no events." }],
    };
    const options = {
      ...{
        target: { profile: "sandbox", live: false },
        freshMs: 1e9,
        lists: ["orders"],
        tabs: [],
        now: () => 0,
      },
      read: async () => figures,
    };
    const screen = listen(<Dashboard options={options} onLeave={() => {}} />);
    await screen.hears("Sales: 30.50 USD");
    expect(screen.lines().slice(3)).toEqual([
      "Sales: 30.50 USD",
      "3 orders",
      "Best on 2030-05-09: 20.50 USD",
      "Top products by units",
      "Mug: 4, 20.50 USD",
      "Stock: 1 sold out, 0 low",
      "Jug (Blue): sold out",
      "Tickets",
      "Could not read this: The site has no events.",
      "Abandoned checkouts",
      "None.",
      "Keys: r refresh, p pause, 1 orders, : commands, ? keys, q quit",
    ]);
  });
});
