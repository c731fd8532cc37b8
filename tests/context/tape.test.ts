import { expect, test } from "vitest";
import { parseTape } from "../../src/context/tape.ts";

test("TILL_TAPE names a mode and a file", () => {
  expect(parseTape("record:a/b:c.ndjson", "/home")).toEqual({ mode: "record", file: "/home/a/b:c.ndjson" });
  expect(parseTape("replay:/x", "/home")).toEqual({ mode: "replay", file: "/x" });
  for (const text of ["", "x.ndjson", "record:", "play:x"])
    expect(() => parseTape(text, "/")).toThrow("expected record:FILE");
});
