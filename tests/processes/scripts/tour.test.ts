import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/folders.ts";
import { checkBuilt } from "../program.ts";

test("the tour runs to its end and leaves no file behind", () => {
  checkBuilt();
  const checkout = () => execFileSync("git", ["status", "--porcelain"], { encoding: "utf8" });
  const temporary = temporaryFolder();
  const before = checkout();
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/tour.ts"], {
    encoding: "utf8",
    env: { ...process.env, TMPDIR: temporary, HOME: temporary },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("8. Import the file again");
  expect(readdirSync(temporary)).toEqual([]);
  expect(checkout()).toBe(before);
});
