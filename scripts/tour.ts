import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The guided tour of `npm start`: runs real commands in a temporary folder and stops if one of them fails. */
const home = mkdtempSync(join(tmpdir(), "till-tour-"));
const till = fileURLToPath(new URL("../bin/till.js", import.meta.url));
const bold = (text: string) =>
  process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[1m${text}\u001b[22m` : text;
const print = (text: string) => process.stdout.write(`${text}\n`);
const quoted = (word: string) => (/^[\w./:=+%-]+$/.test(word) ? word : `"${word}"`);
const indent = (text: string) => text.replace(/^(?=.)/gm, "  ");

/** Prints and runs one command. Returns whether it succeeded. */
function step(title: string, line: string[]): boolean {
  print(`\n${title}\n${bold(`$ till ${line.map(quoted).join(" ")}`)}`);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("TILL_")));
  const output = join(home, "output.txt");
  const out = process.stdout.isTTY ? "inherit" : openSync(output, "w");
  const { status } = spawnSync(process.execPath, [till, ...line], {
    cwd: home,
    env: { ...env, TILL_HOME: join(home, "till"), TILL_PROFILE: "sandbox", TILL_PAGER: "" },
    stdio: ["ignore", out, out],
  });
  if (typeof out === "number") {
    closeSync(out);
    process.stdout.write(indent(readFileSync(output, "utf8")));
  }
  if (status !== 0) print(`\nThe tour stopped: the command exited with ${status}.`);
  return status === 0;
}

const update = ["products", "update", "--filter", "brand = 'Flax & Fjord'", "--set", "price=+10%"];
const steps: [title: string, line: string[]][] = [
  ["1. Fill the sandbox with a demo shop.", ["sandbox", "seed", "demo"]],
  ["2. List its products.", ["products", "list", "--limit", "8"]],
  ["3. Preview a 10% price increase for one brand. Nothing is sent.", [...update, "--dry-run"]],
  ["4. Apply it. In a script, --yes skips the confirmation.", [...update, "--yes"]],
  ["5. Every bulk change is a job that you can look up later.", ["jobs", "show", "last"]],
  ["6. Undo the change.", ["jobs", "undo", "last", "--yes"]],
  ["7. Export the products to a CSV file.", ["products", "export", "products.csv"]],
  [
    "8. Import the file again: there is nothing to change.",
    ["products", "import", "products.csv", "--dry-run"],
  ],
];

print(bold("A tour of till on a local sandbox: no account, no network, and your own data is not touched."));
const completed = steps.every(([title, line]) => step(title, line));
rmSync(home, { recursive: true, force: true });
if (completed)
  print(`
${bold("That was the tour. Three commands to try next:")}
  node bin/till.js sandbox seed demo                 fill your own sandbox
  node bin/till.js products list --filter "price < 20"
  node bin/till.js products update --help            show what --set can do`);
else process.exitCode = 1;
