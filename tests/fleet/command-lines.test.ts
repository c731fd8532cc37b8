import { expect, test } from "vitest";
import { checkCommand, commandLinesOf } from "../../src/fleet/command-lines.ts";
import type { EachSite } from "../../src/fleet/sites.ts";

const site = (profile: string, values: Record<string, string> = {}): EachSite => ({
  label: profile,
  profile,
  values: { profile, site: "", name: profile, ...values },
});
const two = [site("de", { rise: "5" }), site("fr", { rise: "7" })];

test("the site is chosen behind the command line, but before its --", () => {
  expect(commandLinesOf(["products", "list"], [{ ...site("de"), site: "s1" }])).toEqual([
    ["products", "list", "--profile", "de", "--site", "s1"],
  ]);
  expect(commandLinesOf(["products", "get", "--", "-x"], [site("de")])).toEqual([
    ["products", "get", "--profile", "de", "--", "-x"],
  ]);
  // Credentials in the environment have no profile.
  expect(commandLinesOf(["products", "list"], [site("environment")])).toEqual([["products", "list"]]);
});

test("columns are filled in, also inside a word; templates, jq and JSON keep their braces", () => {
  const words = ["products", "list", "--set", "price=+{rise}%", "--template", "{{name}}", "--jq", "{name}"];
  const [first] = commandLinesOf([...words, '{"a":1}'], two);
  expect(first?.slice(2, -2)).toEqual([
    "--set",
    "price=+5%",
    "--template",
    "{{name}}",
    "--jq",
    "{name}",
    '{"a":1}',
  ]);
});

test("a column that is misspelt or empty is an error, nothing is sent", () => {
  expect(() => commandLinesOf(["products", "import", "{profle}.csv"], two)).toThrow(
    "Did you mean {profile}?",
  );
  expect(() => commandLinesOf(["products", "import", "{site}.csv"], two)).toThrow(
    "de has no value for {site}",
  );
});

test("sites do not write to the same file", () => {
  const sameFile = expect.objectContaining({ code: "SAME_FILE", exitCode: 2 });
  for (const words of [
    ["products", "export", "all.csv"],
    ["products", "update", "--plan-out", "a.ndjson"],
    ["products", "update", "--diff=a.csv"],
    ["products", "import", "{profile}.csv", "--rejects", "r.csv"],
    ["copy", "pull"],
    ["copy", "pull", "--only", "products"],
    ["copy", "pull", "backup"],
    ["--output", "json", "products", "export", "all.csv"],
    ["--max-requests", "20", "copy", "pull", "backup"],
    ["coupons", "create", "--count", "5", "--codes", "codes.csv"],
    ["copy", "diff", "./shop", "{profile}", "--html=page.html"],
    ["tickets", "get", "AB12", "--png", "ticket.png"],
    ["data", "report", "sales", "--to", "sales.xlsx"],
    ["data", "sql", "select 1", "--to=rows.csv"],
    ["data", "sync", "--to", "shop-data"],
  ])
    expect(() => commandLinesOf(words, two), words.join(" ")).toThrow(sameFile);
  expect(commandLinesOf(["products", "export", "{profile}.csv"], two)).toHaveLength(2);
  const inCase = ["Acme", "acme"].map((name) => ({ ...two[0], values: { name } }) as EachSite);
  expect(() => commandLinesOf(["products", "export", "{name}.csv"], inCase)).toThrow(sameFile);
  expect(commandLinesOf(["copy", "pull", "--only", "products", "backup/{profile}"], two)).toHaveLength(2);
  expect(commandLinesOf(["products", "export", "all.csv"], two.slice(0, 1))).toHaveLength(1);
  expect(commandLinesOf(["data", "sync", "--to", "postgres://bi@db.example/shop"], two)).toHaveLength(2);
  expect(commandLinesOf(["promote", "--source", "{profile}", "--target", "archive"], two)).toHaveLength(2);
  expect(commandLinesOf(["data", "report", "sales", "--to", "{profile}.xlsx"], two)).toHaveLength(2);
});

test("commands without a site, and flags that choose one, are refused", () => {
  for (const line of [
    "config list",
    "login",
    "each --sites all -- x",
    "jobs undo last",
    "products list -i",
    "worker",
    "schedule list",
    "upgrade",
    "--concurrency 4 jobs undo last",
    "-q --log json login",
  ])
    expect(() => checkCommand(line.split(" ")), line).toThrow(expect.objectContaining({ exitCode: 2 }));
  for (const line of ["products list --profile x", "products list --site=x", "products import -", ""])
    expect(() => checkCommand(line.split(" ").filter(Boolean)), line).toThrow(
      expect.objectContaining({ exitCode: 2 }),
    );
  expect(() => checkCommand(["orders", "list", "--filter", "a = -1"])).not.toThrow();
});
