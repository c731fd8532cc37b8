import { expect, test } from "vitest";
import { parseFilter } from "../../../src/api/query/filter.ts";
import { matchesAll } from "../../../src/api/query/filter-match.ts";

const fields = [
  { name: "id", type: "text" },
  { name: "name", type: "text" },
] as const;

test.each([
  "{}",
  '{"$and":[]}',
  '{"$or":[]}',
  '{"$and":[{},{"$and":[{}]}]}',
  '{"$or":[{"name":"A"},{}]}',
  '{"id":{"$exists":true}}',
  "id exists",
  "id exists and id exists",
  "name = A or id exists",
])("%s matches everything", (text) => {
  expect(matchesAll(parseFilter(text, fields))).toBe(true);
});

test.each([
  '{"name":"A"}',
  '{"$and":[{},{"name":"A"}]}',
  '{"$or":[{"name":"A"}]}',
  '{"id":{"$exists":false}}',
  '{"$not":{}}',
  "name exists",
  "id exists and name = A",
  "not id exists",
])("%s does not match everything", (text) => {
  expect(matchesAll(parseFilter(text, fields))).toBe(false);
});
