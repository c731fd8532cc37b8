import { afterEach, beforeEach, expect, test } from "vitest";
import { copied, keepWeightUnit } from "../../../src/sandbox/kernel/copied.ts";
import { openStore, type Store } from "../../../src/sandbox/kernel/store.ts";
import type { Table } from "../../../src/sandbox/kernel/tx.ts";

interface Thing {
  id: string;
  name?: string | null;
  uses?: number | null;
  visible?: boolean | null;
  tags?: { ids: string[] };
  lists?: object;
}

const things: Table<Thing> = { name: "things" };
const visit = { caller: { role: "admin" } } as const;

let store: Store;
beforeEach(() => {
  store = openStore(":memory:");
});
afterEach(() => store.close());

test("stores an object without computed fields and with defaults for missing fields", () => {
  const take = copied<Thing, Thing>({
    table: things,
    without: ["uses"],
    defaults: { visible: true, name: "Nameless" },
  });
  const tags = { ids: ["a", "b"] };
  store.write(visit, (tx) => {
    expect(take(tx, { id: "1", name: null, uses: 7, tags })).toBe(true);
    expect(take(tx, { id: "2", name: "", visible: false })).toBe(true);
    expect(tx.get(things, "1")).toEqual({ id: "1", name: "Nameless", visible: true, tags });
    expect(tx.get(things, "2")).toMatchObject({ name: "", visible: false });
  });
});

test("stores a document under its own id with its derived documents, and nothing for an object without an id", () => {
  const take = copied<{ label?: string }, Thing>({
    table: things,
    id: ({ name }) => `thing ${name}`,
    document: (_, { label }) => (label === undefined ? undefined : { id: "", name: label }),
    stored: (tx, { name }, given) => tx.setSetting("last", `${name} of ${given.label}`),
  });
  store.write(visit, (tx) => {
    expect(take(tx, { label: "mug" })).toBe(true);
    expect(take(tx, {})).toBe(false);
    expect([...tx.each(things)]).toEqual([{ id: "", name: "mug" }]);
    expect(tx.get(things, "thing mug")).toBeDefined();
    expect(tx.setting("last")).toBe("mug of mug");
  });
});

test("keeps a unit of weights that the sandbox knows", () => {
  store.write(visit, (tx) => {
    keepWeightUnit(tx, "LB");
    for (const unit of ["UNSPECIFIED_WEIGHT_UNIT", null, undefined]) keepWeightUnit(tx, unit);
    expect(tx.setting("weightUnit")).toBe("LB");
  });
});
