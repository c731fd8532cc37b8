import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { licenseText } from "../../scripts/licenses.ts";
import { temporaryFolder } from "../support/folders.ts";

test.each([
  ["/", "plain"],
  ["\\", "plain"],
  ["\\", "@scope\\scoped"],
])("finds the packages of modules in paths with %s: %s", (separator, name) => {
  // Elsewhere than on Windows, this is one folder with backslashes in its name.
  const folder = `${temporaryFolder()}/a${separator}node_modules${separator}${name}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version: "1.0.0", license: "MIT" }));
  writeFileSync(join(folder, "LICENSE"), "Permission is granted");
  const text = licenseText([`${folder}${separator}lib${separator}index.js`]);
  expect(text).toContain(`${name} 1.0.0 (MIT)`);
  expect(text).toContain("Permission is granted");
});
