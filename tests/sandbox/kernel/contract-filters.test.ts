import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Endpoint, walk } from "../../../src/api/endpoint.ts";
import { type ContractField, checkedFilter, contractField } from "../../../src/api/query/filter-fields.ts";
import { matcher } from "../../../src/api/query/filter-match.ts";
import { services } from "../../../src/api/services/all.ts";
import { openStore, type Store } from "../../../src/sandbox/kernel/store.ts";
import type { Table } from "../../../src/sandbox/kernel/tx.ts";
import { runs } from "../../support/runs.ts";

type Row = { id: string };
const table: Table<Row> = { name: "rows" };
const visit = { caller: { role: "admin" } } as const;
let store: Store;
beforeAll(() => {
  store = openStore(":memory:");
});
afterAll(() => store.close());

const fail = (description: string) => new Error(description);
const lists = [...walk(services)].filter(([, endpoint]) => endpoint.filter !== undefined);
const fieldsIn = (endpoint: Endpoint) =>
  Object.values(endpoint.filter ?? {})
    .flat()
    .filter(
      (name) => name !== "id" && !name.endsWith("*") && contractField(endpoint, name)?.type !== "object",
    );

const valuesOf: Readonly<Record<string, readonly unknown[]>> = {
  text: ["", "a", "A", "ab", "10", "9"],
  number: [-1, 0, 9, 10, 2.5],
  decimal: ["9.00", "10", "2.50", "0"],
  boolean: [true, false],
  time: ["2030-01-01T12:00:00.000Z", "2030-01-01T13:00:00+01:00", "2030-01-02T00:00:00Z"],
};
const fieldValue = ({ type = "text" }: ContractField) => fc.constantFrom(...(valuesOf[type] ?? []));

/** Returns a document with a value at a path, in lists where the path leads through them. */
const placed = (
  [head = "", ...rest]: readonly string[],
  values: readonly unknown[],
  isList: boolean,
): object => {
  const isLast = rest.length === 0;
  const key = head.replace("[]", "");
  if (head.endsWith("[]")) return { [key]: values.map((value) => placed(rest, [value], false)) };
  return { [key]: !isLast ? placed(rest, values, isList) : isList ? values : (values[0] ?? null) };
};
const rowOf = (field: ContractField) =>
  fc
    .array(fieldValue(field), { maxLength: 3 })
    .map((values) => placed(field.path.split("."), values, field.isList && !field.path.includes("[]")));

const conditionOn = (name: string, field: ContractField) =>
  fc
    .oneof(
      fc.tuple(fc.constantFrom("$eq", "$ne"), fc.oneof(fieldValue(field), fc.constant(null))),
      fc.tuple(
        fc.constantFrom("$in", "$nin", "$hasSome", "$hasAll"),
        fc.array(fieldValue(field), { maxLength: 2 }),
      ),
      fc.tuple(fc.constantFrom("$gt", "$gte", "$lt", "$lte"), fieldValue(field)),
      fc.tuple(fc.constantFrom("$startsWith", "$endsWith", "$contains"), fc.constantFrom("", "a", "1")),
      fc.tuple(fc.constantFrom("$exists", "$isEmpty"), fc.boolean()),
    )
    .map(([operator, operand]) => ({ [name]: { [operator]: operand } }));

test.each(lists)(
  "filters of %s find the same in SQL and in memory, and each condition or its opposite",
  (_, endpoint) => {
    const chosen = fc.constantFrom(...fieldsIn(endpoint)).chain((name) => {
      const field = contractField(endpoint, name) as ContractField;
      return fc.tuple(
        fc.array(rowOf(field), { maxLength: 8 }),
        fc.array(conditionOn(name, field), { minLength: 1, maxLength: 6 }),
        fieldValue(field).map((value): [string, unknown] => [name, value]),
      );
    });
    const checked = (filter: object) =>
      checkedFilter(filter, (name) => contractField(endpoint, name), { undeclared: fail, invalid: fail });
    fc.assert(
      fc.property(chosen, ([bodies, conditions, [name, value]]) => {
        const rows = bodies.map((body, index) => ({ ...body, id: String(index) }));
        store.reset();
        store.write(visit, (tx) => {
          for (const row of rows) tx.put(table, row.id, row);
        });
        const found = (filter: object) => {
          const ids = store.read(visit, (tx) => [...tx.each(table, checked(filter))]).map(({ id }) => id);
          const matching = rows.filter(matcher(checked(filter), fail)).map(({ id }) => id);
          expect({ filter, ids }).toEqual({ filter, ids: matching });
          return ids;
        };
        for (const condition of conditions.filter(isSupported)) {
          const ids = found(condition);
          const others = found({ $not: condition });
          expect([...ids, ...others].sort()).toEqual(rows.map(({ id }) => id));
        }
        if (isSupported({ [name]: { $eq: value } }) && isSupported({ [name]: { $ne: value } }))
          expect([...found({ [name]: { $eq: value } }), ...found({ [name]: { $ne: value } })].sort()).toEqual(
            rows.map(({ id }) => id),
          );
      }),
      { numRuns: runs(12) },
    );
    function isSupported(filter: object): boolean {
      try {
        checked(filter);
        return true;
      } catch {
        return false;
      }
    }
  },
);
