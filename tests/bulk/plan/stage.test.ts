import { expect, test } from "vitest";
import { createJournal } from "../../../src/bulk/journal/journals.ts";
import {
  addFileFacts,
  allStaged,
  countStaged,
  countStagedHandles,
  fileHandle,
  renameHandles,
  restoredIdOf,
  sourceLine,
  stagedDialect,
  stagedGroups,
  stagedHandleAt,
  stagedHandleOf,
  stagedRows,
  stageRows,
} from "../../../src/bulk/plan/stage.ts";
import { keylessHandle } from "../../../src/resources/products/import-rows.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { someJob } from "../shop.ts";

const newJournal = () => createJournal(temporaryFolder(), someJob);
const row = (handle: string, line: number, json = {}) => ({ handle, line, json });

test("rows are counted and listed without the row that describes the file", async () => {
  const journal = newJournal();
  const rows = [row("mug", 2, { price: "1" }), row("cup", 3), row("mug", 4)];
  await stageRows(journal, [row(fileHandle, 0, { dialect: "wix" }), ...rows]);
  expect([countStaged(journal), countStagedHandles(journal)]).toEqual([3, 2]);
  expect([...allStaged(journal)]).toEqual(rows);
  expect(stagedRows(journal, "mug")).toEqual([rows[0], rows[2]]);
  expect(stagedRows(journal, "pan")).toEqual([]);
});

test("more rows than a page are listed once each, in the order of the file", async () => {
  const journal = newJournal();
  const rows = Array.from({ length: 1001 }, (_, index) => row(`h${index % 400}`, index + 2));
  await stageRows(journal, rows);
  expect([...allStaged(journal)]).toEqual(rows);
  expect([...stagedGroups(journal)].map(({ handle }) => handle)).toEqual(
    Array.from({ length: 400 }, (_, index) => `h${index}`),
  );
});

test("Node 22 reads the handle of a row that is not from a file: it has no NUL, which would end it there", () => {
  for (const handle of [fileHandle, keylessHandle(3)]) expect(handle).not.toContain("\0");
});

test("a journal without rows has none", () => {
  const journal = newJournal();
  expect([...allStaged(journal), ...stagedGroups(journal)]).toEqual([]);
  expect([countStaged(journal), countStagedHandles(journal)]).toEqual([0, 0]);
  expect(stagedDialect(journal)).toBeUndefined();
});

test("facts about the file are added to the earlier ones", async () => {
  const journal = newJournal();
  await stageRows(journal, [row(fileHandle, 0, { dialect: "wix" }), row("mug", 2)]);
  expect(stagedDialect(journal)).toBe("wix");
  addFileFacts(journal, { hash: "abc" });
  expect(stagedRows(journal, fileHandle)).toEqual([row(fileHandle, 0, { dialect: "wix", hash: "abc" })]);
  addFileFacts(journal, { dialect: "till" });
  expect(stagedDialect(journal)).toBe("till");
  expect(stagedRows(journal, "mug")).toEqual([row("mug", 2)]);
});

test("rows get other handles", async () => {
  const journal = newJournal();
  await stageRows(journal, [row("mug", 2), row("cup", 3), row("mug", 4), row("pan", 5)]);
  renameHandles(journal, [
    ["mug", "mug-1"],
    ["cup", "cup-1"],
  ]);
  expect([...allStaged(journal)].map(({ handle }) => handle)).toEqual(["mug-1", "cup-1", "mug-1", "pan"]);
});

test("the row of a step is found by the line of its source", async () => {
  const journal = newJournal();
  await stageRows(journal, [
    row("mug", 2, { restores: "id-1" }),
    row("cup", 3, { restores: 7 }),
    row("pan", 4),
  ]);
  expect(sourceLine({ source: "C:\\shop.csv:12" })).toBe(12);
  expect([2, 3, 9].map((line) => stagedHandleAt(journal, line))).toEqual(["mug", "cup", undefined]);
  const sources = ["shop.csv:2", "shop.csv:3", "shop.csv:4", "shop.csv:9"].map((source) => ({ source }));
  expect(sources.map((one) => stagedHandleOf(journal, one))).toEqual(["mug", "cup", "pan", undefined]);
  expect(sources.map((one) => restoredIdOf(journal, one))).toEqual(["id-1", undefined, undefined, undefined]);
  expect([stagedHandleOf(journal, {}), restoredIdOf(journal, {})]).toEqual([undefined, undefined]);
});
