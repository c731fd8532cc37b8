import { expect, onTestFinished, test } from "vitest";
import { flagForm, parseExample, placeholder } from "../../src/cli/command.ts";
import { flagsOf } from "../../src/cli/flags.ts";
import { exitCodes } from "../../src/kernel/errors.ts";
import { type Command, commands, longRunning, preparedShop } from "../examples/examples.ts";
import { pick, random, runs } from "../support/runs.ts";
import { type CommandResult, createWorld, splitCommandLine, type World } from "../support/world.ts";

/** Commands that wait for somebody, start programs, use the network, or install timers of this computer. */
const leftOut =
  /^till (login|mcp|worker|dashboard|open|upgrade|check|edit|webhooks listen|(sandbox|story|schedule) run|tickets door|schedule (create|delete))\b/;

const chosen = commands.filter(({ name }) => !leftOut.test(name) && !longRunning.includes(name));

/** What is typed in the wrong place. No path leads out of the folder of the test. */
const words = [
  ..."|0|-1|1.5|3|999999999999|1e9|NaN|null|true|=|,|~|%s|\u{1f4a5}|a b|__proto__|constructor|toString".split(
    "|",
  ),
  ..."last|all|wool-throw|10007|raku-night|WELCOME10|mira@example.com|no-such|USD|5 EUR|csv|json|{}|[]".split(
    "|",
  ),
  ...'price > 5|price >|name ~ (|price=+0.50|price=abc|name=x|+10%|2099-12-31|2026-02-30|yesterday|"'.split(
    "|",
  ),
  ..."id,name|name,,|products.csv|prices.csv|.|none/x|https://shop.invalid/a.png|a\u001b]0;x\u0007b".split(
    "|",
  ),
  ...["x".repeat(300), "00000000-0000-0000-0000-000000000000"],
];

/** Flags that wait, or that show what is hidden otherwise. */
const leftOutFlags = /^--(debug|open|watch|follow|interval|wait|every|url|port)$/;

/** Returns an example with a word exchanged, added or missing, or invented arguments, with up to two flags and a format. */
function anyLine({ name, verb }: Command): string[] {
  const own = verb.examples
    .map((text) => parseExample(text).run)
    .filter((run) => run.startsWith(name) && !/[|>]/.test(run));
  const start = name.split(" ").slice(1);
  const line =
    own.length > 0 && random() < 0.5 ? changed(splitCommandLine(pick(own)).slice(1), start.length) : start;
  const end = line.includes("--") ? line.indexOf("--") : line.length;
  const invented = line === start ? (verb.args ?? []).flatMap(argumentsOf) : [];
  const flags = Array.from({ length: Math.floor(random() * 3) }, () => pick(flagsOf(verb))).flatMap(
    (flag) => {
      const { long, value } = flag ? flagForm(flag) : {};
      if (long === undefined || leftOutFlags.test(long)) return [];
      return value ? [long, flag?.choices && random() < 0.6 ? pick(flag.choices) : pick(words)] : [long];
    },
  );
  const format = pick([
    [],
    [],
    ["--json"],
    ["--json"],
    ["--output", pick(["csv", "yaml", "ndjson"])],
    ["--quiet"],
  ]);
  return [
    ...line.slice(0, end),
    ...invented,
    ...flags,
    ...format,
    ...(random() < 0.5 ? ["--yes"] : []),
    ...line.slice(end),
  ];
}

function argumentsOf({ name, choices }: { name: string; choices?: readonly string[] }): string[] {
  const { required, many } = placeholder(name);
  if (!required && random() < 0.5) return [];
  return [choices && random() < 0.6 ? pick(choices) : pick(words), ...(many ? [pick(words)] : [])];
}

function changed(line: readonly string[], from: number): string[] {
  const at = from + Math.floor(random() * (line.length - from + 1));
  const missing = pick([0, 1, 1]);
  return [
    ...line.slice(0, at),
    ...(missing && random() < 0.4 ? [] : [pick(words)]),
    ...line.slice(at + missing),
  ];
}

/** Returns which promises a result breaks. */
function broken(line: readonly string[], { code, stdout, stderr }: CommandResult): string[] {
  const isJson = (text: string) => {
    try {
      return JSON.parse(text) !== undefined;
    } catch {
      return false;
    }
  };
  const json = line.slice(0, line.includes("--") ? line.indexOf("--") : undefined).includes("--json");
  const isText =
    /^(learn|help|config completion|agents skill)\b/.test(line.join(" ")) ||
    line.includes("--template") ||
    line.includes("--jq");
  return [
    ...(Object.values<number>(exitCodes).includes(code) ? [] : ["an exit code that is not documented"]),
    ...(/bug in till|\[object |\bundefined\b.*undefined/.test(stderr)
      ? ["an error that nobody expected"]
      : []),
    ...(code !== 0 && code !== exitCodes.changes && stdout + stderr === "" ? ["no reason"] : []),
    ...(code === exitCodes.usage && stdout !== "" ? ["a result and exit code 2"] : []),
    ...(/[\u0007\u001b]/.test(stderr) ? ["control characters"] : []),
    ...(json &&
    stderr
      .split("\n")
      .filter(Boolean)
      .some((text) => !isJson(text))
      ? ["stderr is not JSON"]
      : []),
    ...(json && code === 0 && stdout !== "" && !isText && !isJson(stdout) ? ["stdout is not JSON"] : []),
  ];
}

test("any line ends with a documented exit code and a reason, and with JSON if that is asked for", async () => {
  const count = runs(300);
  const found: unknown[] = [];
  let world: World | undefined;
  for (let n = 0; n < count; n++) {
    if (n % 50 === 0) {
      world?.close();
      world = createWorld({ from: await preparedShop() });
    }
    const line = anyLine(pick(chosen));
    const result = await (world as World).till(line);
    const problems = broken(line, result);
    if (problems.length > 0) found.push({ line, problems, ...result });
  }
  onTestFinished(() => world?.close());
  expect(found).toEqual([]);
});
