import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

test("React Router renders the products of the sandbox", () => {
  const html = readFileSync("build/client/index.html", "utf8");
  assert.match(html, /<li>Stoneware Mug<\/li>/);
});
