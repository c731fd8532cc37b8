import { expect, test } from "vitest";
import {
  listedEntries,
  nothingStaged,
  type Staged,
  type StagedList,
  stage,
  withoutEntry,
} from "../../../../src/ui/screens/browse/staged.state.ts";

const cell = { value: "New", before: undefined, after: undefined };
const edit = (filter: string, field: string): StagedList => ({
  query: { filter },
  count: 3,
  cells: new Map([[field, cell]]),
});

/** Stages edits of a list, which have to be combinable. */
function staged(...edits: StagedList[]): Staged {
  return edits.reduce<Staged>((before, one) => {
    const after = stage(before, "products", one);
    if ("problem" in after) throw new Error(after.problem);
    return after;
  }, nothingStaged);
}

test("edits of a whole list are listed by field and taken out one by one", () => {
  const both = staged(edit("price > 5", "ribbon"), edit("price > 5", "visible"));
  const entries = listedEntries(both);
  expect(entries.map(({ row, label, field }) => [row, label, field])).toEqual([
    [undefined, "all 3 rows of price > 5", "ribbon"],
    [undefined, "all 3 rows of price > 5", "visible"],
  ]);
  const [ribbon, visible] = entries;
  if (ribbon === undefined || visible === undefined) throw new Error("there are two entries");
  const left = withoutEntry(both, ribbon);
  expect(listedEntries(left).map(({ field }) => field)).toEqual(["visible"]);
  expect(withoutEntry(left, visible)).toEqual(nothingStaged);
});

test("edits of another list, of single rows or of another resource do not join those of a whole list", () => {
  const one = staged(edit("price > 5", "ribbon"));
  const row = { id: "1", label: "Mug", reference: "mug" };
  for (const other of [edit("price > 6", "ribbon"), [{ row, field: "ribbon", cell }]])
    expect(stage(one, "products", other)).toMatchObject({
      problem: expect.stringContaining("An edit of a whole list cannot be combined with others."),
    });
  expect(stage(one, "orders", edit("", "note"))).toMatchObject({
    problem: expect.stringContaining("Edits of products are staged."),
  });
});
