import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The guided tour of `npm start`: real commands, as processes, in a world of their own. Fails if one of them fails. */
const home = mkdtempSync(join(tmpdir(), "till-tour-"));
const till = fileURLToPath(new URL("../bin/till.js", import.meta.url));
const bold = (text: string) =>
  process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[1m${text}\u001b[22m` : text;
const say = (text: string) => process.stdout.write(`${text}\n`);

/** Runs one command, shows it and what it said, and stops the tour where it failed. */
function step(why: string, line: string[]): void {
  say(`\n${why}\n${bold(`$ till ${line.map(quoted).join(" ")}`)}`);
  const { TILL_PROFILE, TILL_API_KEY, TILL_ACCESS_TOKEN, TILL_BASE_URL, ...env } = process.env;
  const output = join(home, "output.txt");
  const out = process.stdout.isTTY ? "inherit" : openSync(output, "w");
  const { status } = spawnSync(process.execPath, [till, ...line], {
    cwd: home,
    env: { ...env, TILL_HOME: join(home, "till"), TILL_PAGER: "" },
    stdio: ["ignore", out, out],
  });
  if (typeof out === "number") {
    closeSync(out);
    process.stdout.write(indent(readFileSync(output, "utf8")));
  }
  if (status === 0) return;
  say(`\nThe tour stops here: the command ended with exit code ${status}.`);
  rmSync(home, { recursive: true, force: true });
  process.exit(1);
}

const quoted = (word: string) => (/^[\w./:=+%-]+$/.test(word) ? word : `'${word}'`);
const indent = (text: string) => text.replace(/^(?=.)/gm, "  ");

say(bold("A tour of till, on a local sandbox: no account, no network, and nothing of yours is touched."));
step("1. Fill the sandbox with a small demo shop.", ["sandbox", "seed", "demo"]);
step("2. What is in it?", ["products", "list", "--limit", "8"]);
step("3. Raise one brand's prices by 10 %. First look at what that would do; nothing is sent.", [
  ...["products", "update", "--filter", 'brand = "Flax & Fjord"', "--set", "price=+10%", "--dry-run"],
]);
step("4. Now do it. In a script --yes answers the question.", [
  ...["products", "update", "--filter", 'brand = "Flax & Fjord"', "--set", "price=+10%", "--yes"],
]);
step("5. Every bulk change is a job with a record of what was and what became.", ["jobs", "show", "last"]);
step("6. Changed your mind? Take it back.", ["jobs", "undo", "last", "--yes"]);
step("7. Export the catalog to a file that a spreadsheet opens and till reads again.", [
  "products",
  "export",
  "products.csv",
]);
say(
  `\n  The first line of products.csv:\n  ${readFileSync(join(home, "products.csv"), "utf8").split("\n")[0]?.slice(0, 100)}…`,
);
step("8. Importing it again finds nothing to do.", ["products", "import", "products.csv", "--dry-run"]);
rmSync(home, { recursive: true, force: true });

say(`
${bold("That was it. Three commands to try next:")}
  npx till sandbox seed demo                  fill your own sandbox
  npx till products list --filter 'price < 20'
  npx till products update --help             what a change can say`);
