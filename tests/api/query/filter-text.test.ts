import { expect, test } from "vitest";
import {
  type FilterExpression,
  type FilterField,
  filterText,
  parseFilter,
} from "../../../src/api/query/filter.ts";

const fields: readonly FilterField[] = [
  { name: "name", type: "text" },
  { name: "price", type: "number" },
  { name: "shown", type: "boolean" },
  { name: "made", type: "date" },
  { name: "tags", type: "list" },
  { name: "state", type: "enum", values: ["PAID", "FREE"] },
];

test.each([
  'name = "it\'s \\"so\\" \\\\"',
  "name = null or price != null",
  "price > -1.50 and price <= 20 and shown = true",
  "not (name contains tea or name startsWith 'null')",
  "(price > 1 or price < 0) and not shown = false",
  "state in (PAID, FREE) or tags hasSome (a, 'b c', 'null')",
  "name exists and tags exists false",
  "made >= 2026-01-31T10:00:00Z and made exists",
  "made < 2026-02-01",
])("parses back %s", (text) => {
  const filter = parseFilter(text, fields) as FilterExpression;
  expect(parseFilter(filterText(filter), fields)).toEqual(filter);
});
