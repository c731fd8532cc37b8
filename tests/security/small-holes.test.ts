import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createJournal } from "../../src/bulk/journal/journals.ts";
import { openBrowser } from "../../src/cli/browser.ts";
import { readEnvironment } from "../../src/config/environment.ts";
import { pathsFor } from "../../src/config/paths.ts";
import { commandLinesOf } from "../../src/fleet/command-lines.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

describe("a site with the name of a path", () => {
  const sites = ["../../../x", "shop.de"].map((name) => ({
    label: name,
    profile: "p",
    values: { name, profile: "p", site: "s", file: `in/${name}.csv`, slug: "mug.v2" },
  }));
  const lines = (...words: string[]) =>
    commandLinesOf(words, sites).map((line) => line.slice(0, words.length).join(" "));

  test.each([
    [
      ["products", "export", "out/{name}.csv"],
      ["products export out/---------x.csv", "products export out/shop-de.csv"],
    ],
    [
      ["products", "export", "--yes", "{name}.csv"],
      ["products export --yes ---------x.csv", "products export --yes shop-de.csv"],
    ],
    [
      ["products", "import", "in/{name}.csv"],
      ["products import in/---------x.csv", "products import in/shop-de.csv"],
    ],
    [
      ["products", "list", "--diff=out/{name}.csv"],
      ["products list --diff=out/---------x.csv", "products list --diff=out/shop-de.csv"],
    ],
    [
      ["copy", "pull", "{name}"],
      ["copy pull ---------x", "copy pull shop-de"],
    ],
  ])("writes no file outside of the named folder: %j", (words, expected) => {
    expect(lines(...words)).toEqual(expected);
  });

  test("other words, and paths from the file of sites, stay unchanged", () => {
    expect(lines("products", "import", "{file}", "--key", "{slug}")[1]).toBe(
      "products import in/shop.de.csv --key mug.v2",
    );
    expect(lines("products", "update", "{slug}", "--set", "ribbon={name}")[1]).toBe(
      "products update mug.v2 --set ribbon=shop.de",
    );
  });

  test("two names that are the same as file names are refused", () => {
    const same = ["a.b", "a/b"].map((name) => ({ label: name, profile: "p", values: { name } }));
    expect(() => commandLinesOf(["products", "export", "{name}.csv"], same)).toThrow(
      "All sites would write to {name}.csv",
    );
  });
});

test("a job that was killed while it was planned offers no undo and cannot be resumed, and says why", async () => {
  await world.till("sandbox seed demo");
  await world.till("products update coffee-scale --set price=5 --yes");
  const [{ site }] = JSON.parse((await world.till("jobs list --json")).stdout).items as [{ site: string }];
  const journal = createJournal(world.path("till/state/jobs"), {
    ...{
      command: "till products update --all --set price=1",
      kind: "products.update",
      profile: "sandbox",
      site,
    },
    ...{ toolVersion: "1", createdAt: new Date(), final: false },
  });
  await journal.close();
  const { id } = journal;
  const shown = await world.till(`jobs show ${id}`);
  expect(shown.stdout).toContain("not completely planned; nothing was sent");
  expect(shown.stdout).toMatch(/Undo\s+not possible/);
  expect((await world.till("jobs list --fields id,state")).stdout).toContain(`${id}\tunplanned`);
  const resumed = await world.till(`jobs resume ${id} --yes`);
  expect(resumed).toMatchObject({
    code: 6,
    stderr: expect.stringContaining("was not completely planned; nothing was sent."),
  });
  const undone = await world.till(`jobs undo ${id} --yes`);
  expect(undone.stderr).toContain("was not completely planned; nothing was sent. There is nothing to undo.");
});

describe("exports with personal data", () => {
  test.each([
    ["orders export out.csv"],
    ["orders export out.xlsx"],
    ["events guests export studio-open-day out.csv"],
    ["jobs export out.csv"],
  ])("till %s can be read by you only, also over a file that others could read", async (line) => {
    await world.till("sandbox seed demo");
    const file = world.path(line.split(" ").at(-1) ?? "");
    writeFileSync(file, "old", { mode: 0o644 });
    expect(await world.till(line)).toMatchObject({ code: 0 });
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  });
});

test("a file that adjusts stock a second time is reported, even under another name", async () => {
  await world.till("sandbox seed demo");
  for (const name of ["a.csv", "b.csv"]) writeFileSync(world.path(name), "sku,quantity\nMUG-OAT,+5\n");
  const again = /The same command or file made 1 change 1 min ago/;
  expect((await world.till("products stock import a.csv --adjust --yes")).stderr).not.toMatch(again);
  expect((await world.till("products stock import a.csv --adjust --dry-run")).stderr).toMatch(again);
  expect((await world.till("products stock import b.csv --adjust --key sku --yes")).stderr).toMatch(again);
  writeFileSync(world.path("b.csv"), "sku,quantity\nMUG-OAT,+6\n");
  expect((await world.till("products stock import b.csv --adjust --dry-run")).stderr).not.toMatch(again);
});

test("an empty TILL_HOME is an error, and nothing is written to the usual folders", async () => {
  mkdirSync(world.path("home"));
  for (const TILL_HOME of ["", "  "]) {
    const env = { TILL_HOME, HOME: world.path("home") };
    const { code, stderr } = await world.till("products list", { env });
    expect(stderr).toContain("TILL_HOME is set, but empty.");
    expect(code).toBe(2);
  }
  expect(readdirSync(world.path("home"))).toEqual([]);
  expect(() => pathsFor(readEnvironment({ TILL_HOME: "", HOME: "/h" }, "linux").variables, "linux")).toThrow(
    "TILL_HOME",
  );
});

describe("opening a browser", () => {
  const program = (name: string, script: string) => {
    const path = world.path(name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return path;
  };

  test("fails if the program that opens it fails", async () => {
    await expect(openBrowser("https://example.com", program("broken", "exit 3"))).rejects.toThrow(
      /Failed to open a browser: .*broken ended with 3/,
    );
  });

  test("succeeds if the program ends well", async () => {
    await expect(openBrowser("https://example.com", program("fine", "exit 0"))).resolves.toBeUndefined();
  });
});
