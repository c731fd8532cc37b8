import { writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { openShop } from "../../src/library/testing.ts";
import { createWorld } from "../support/world.ts";
import { expectToWork } from "./examples.ts";
import { blocks, notRun, unknownLines, unusedReasons } from "./guides.ts";

const blocksIn = (...languages: string[]) =>
  blocks.filter(({ language, name }) => languages.includes(language) && !(name in notRun));

test("every example has a language that says how it is tested", () => {
  // Those of `console` are typed in tutorials, `text` is what a program prints or a file that only people read, and
  // tests/soak/consumers.test.ts runs `ts` and `js`.
  const tested = ["sh", "console", "text", "ts", "js", "json", "yaml", "csv", "hurl", "story", "sql"];
  expect(blocks.length).toBeGreaterThan(150);
  expect(
    blocks
      .filter(({ language, name }) => !tested.includes(language) && !(name in notRun))
      .map((one) => one.name),
  ).toEqual([]);
});

test("every line of a guide is run, or says why not", () => {
  expect({ unknownLines, unusedReasons }).toEqual({ unknownLines: [], unusedReasons: [] });
});

test.each(blocksIn("json"))("$name is JSON", ({ text }) => {
  const values = text.startsWith("{\n") ? [text] : text.trim().split("\n");
  for (const value of values) expect(JSON.parse(value)).toBeTypeOf("object");
});

test.each(blocksIn("csv"))("$name is a table", ({ text }) => {
  const widths = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/[;,](?!\d\d$)/).length);
  expect(new Set(widths).size).toBe(1);
});

test.each(blocksIn("yaml"))("$name is YAML, and its commands work", async ({ text }) => {
  for (const document of parseAllDocuments(text)) expect(document.errors).toEqual([]);
  const world = createWorld();
  onTestFinished(() => world.close());
  writeFileSync(world.path("prices.csv"), "handle,price\nwool-throw,92\n");
  writeFileSync(world.path("products.csv"), "handle,price\nwool-throw,93\n");
  await expectToWork(world, "till sandbox seed demo");
  for (const line of commandsOf(text)) await expectToWork(world, line);
});

/** Returns the commands of till in the scripts of a workflow that need nothing else of it. */
function commandsOf(yaml: string): string[] {
  const commands =
    yaml.replaceAll(/\\\n\s*/g, "").match(/\b(till|run: products) [a-z].*?(?= *(>|\||&&|$))/gm) ?? [];
  return commands
    .map((line) => line.replace(/^run: /, "till "))
    .filter((line) => !/^till (auth status|jobs)|"\$/.test(line));
}

interface Job {
  "runs-on"?: string;
  steps?: { uses?: string; run?: string; if?: string }[];
}

test.each(blocksIn("yaml").filter(({ text }) => /^jobs:/m.test(text)))(
  "$name is a workflow of GitHub Actions",
  ({ text }) => {
    const workflow = parse(text) as { on?: Record<string, unknown>; jobs: Record<string, Job> };
    expect([["schedule", "workflow_dispatch"], ["push"]]).toContainEqual(Object.keys(workflow.on ?? {}));
    for (const { "runs-on": system, steps = [] } of Object.values(workflow.jobs)) {
      expect(system).toBe("ubuntu-latest");
      for (const step of steps) expect([step.uses, step.run].filter((part) => part)).toHaveLength(1);
    }
  },
);

test.each(blocksIn("hurl"))("$name: its requests have these answers", async ({ text }) => {
  const shop = await openShop({ seed: { products: [{ name: "Glazed mug", price: 24 }] } });
  onTestFinished(() => shop.close());
  await runHurl(text, (await shop.listen()).url);
});

/** Runs the requests of a Hurl file. Throws for a line that it does not know. */
async function runHurl(text: string, host: string): Promise<void> {
  const values: Record<string, string> = { host };
  const entries = text.split(/^(?=(?:GET|POST|PATCH) )/m);
  for (const entry of entries) {
    const filled = entry.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? `no ${name}`);
    const parts = /^(\w+) (\S+)\n((?:[\w-]+: .*\n)*)(\{.*\}\n)?HTTP (\d+)\n((?:.*\n)*)$/.exec(
      `${filled.trimEnd()}\n`,
    );
    expect(parts, `the form of ${filled}`).not.toBeNull();
    const [, method = "", url = "", headers = "", body, status, rest = ""] = parts ?? [];
    const pairs = [...headers.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]);
    const response = await fetch(url, { method, headers: Object.fromEntries(pairs), body });
    const answer: unknown = await response.json();
    expect(response.status).toBe(Number(status));
    for (const line of rest.trim().split("\n")) {
      const [, name, path = "", expected] =
        /^(?:(\w+): )?jsonpath "\$(\S+)"(?: == "(.*)")?$/.exec(line) ?? [];
      if (/^\[(Captures|Asserts)\]$/.test(line)) continue;
      const value = path
        .split(/[.[\]]+/)
        .filter(Boolean)
        .reduce((found, key) => (found as Record<string, unknown>)[key], answer);
      expect(value, line).toBeDefined();
      if (name) values[name] = String(value);
      else expect(value, line).toBe(expected);
    }
  }
}

test.each(blocksIn("story"))("$name is a story that passes", async ({ text }) => {
  const world = createWorld();
  onTestFinished(() => world.close());
  writeFileSync(world.path("shop.yaml"), "products: [{ name: Glazed mug, price: 24, stock: 3 }]\n");
  for (const [, command = "", answer = ""] of text.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n?)*)/gm)) {
    const { code, stdout, stderr } = await world.sh(command);
    const lines = answer
      .trimEnd()
      .split("\n")
      .filter((line) => line !== "...");
    expect(code, command).toBe(Number(lines.find((line) => line.startsWith("? "))?.slice(2) ?? 0));
    for (const line of lines.filter((one) => one !== "" && !one.startsWith("? ")))
      expect(stdout + stderr, command).toContain(line.replace(/^! /, ""));
  }
});
