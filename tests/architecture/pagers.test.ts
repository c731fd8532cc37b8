import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Files that name cursors without reading a list with them. */
const others: Readonly<Record<string, string>> = {
  "src/api/response.ts": "decides whether a page is empty",
  "src/mirror/local.ts": "answers lists from the local copy",
};

test("lists are read page by page in one place", () => {
  const pagers = globSync("src/**/*.{ts,tsx}").filter(
    (file) =>
      !/^src\/(sandbox|api\/(query|models|services))\//.test(file) &&
      /\bcursors\??\.|\bcursors\b *[},:)]|\.hasNext\b/.test(readFileSync(file, "utf8")),
  );
  expect(pagers.sort()).toEqual(Object.keys(others).sort());
});
