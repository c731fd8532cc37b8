import { expect, test } from "vitest";
import { splitWords } from "../../src/kernel/command-line.ts";
import { fuzzyRank } from "../../src/kernel/fuzzy.ts";

test.each([
  ["prod", "products", 0],
  ["imp", "products import", 1],
  ["import", "products import", 0.5],
  ["import", "products imports", 1],
  ["list orders", "orders list", 0.5],
  ["duct", "products", 2],
  ["PRDCTS", "products", 3.02],
  ["pdc", "products", 3.03],
  ["pdt", "products", undefined],
  ["zz", "products", undefined],
  ["x", "export taxes", 2],
  ["", "products", 0],
])("%j in %j has rank %s", (typed, text, rank) => {
  expect(fuzzyRank(typed, text)).toBe(rank);
});

test.each([
  ["orders list", ["orders", "list"]],
  [`--filter 'total > 5' "a \\"b\\" c" d\\ e`, ["--filter", "total > 5", 'a "b" c', "d e"]],
  ["an 'profiles open quote", ["an", "profiles open quote"]],
  ["--set=name='A B'", ["--set=name=A B"]],
  ["''", [""]],
  ["", []],
])("%j is split as a shell does", (line, words) => {
  expect(splitWords(line)).toEqual(words);
});
