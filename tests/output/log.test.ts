import { expect, test } from "vitest";
import { type LogForm, type LogLine, withLog } from "../../src/output/log.ts";
import { memoryStreams } from "../../src/output/memory-streams.ts";
import { createWorld } from "../support/world.ts";

const now = () => new Date("2026-03-02T06:00:00Z");
const time = now().toISOString();

async function written(form: LogForm, ...texts: string[]) {
  const memory = memoryStreams();
  const seen: LogLine[] = [];
  const { stderr } = withLog(memory, { form, now, onLine: (line) => void seen.push(line) });
  for (const text of texts) await stderr.write(text);
  return { lines: memory.text.stderr, seen };
}

test("a notice of several lines is one line of the log, and parts of a line are one, too", async () => {
  const { lines } = await written("log", "Would refund 1.00 USD.\n  Twice.\n", "half a ", "line\n");
  expect(
    lines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { time, level: "info", event: "notice", message: "Would refund 1.00 USD.\n  Twice." },
    { time, level: "info", event: "notice", message: "half a line" },
  ]);
});

test("events that are JSON keep their facts; with --json they stay as they are", async () => {
  const throttled = '{"_kind":"throttled","call":"products.query","retry":1,"of":3,"delayMs":1000}\n';
  const error =
    '{"error":{"code":"NOT_FOUND","message":"No such product.","retryable":false,"exitCode":5}}\n';
  const { lines, seen } = await written("log", throttled, error);
  expect(
    lines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(seen);
  expect(seen).toMatchObject([
    { level: "warn", event: "throttled", call: "products.query" },
    { level: "error", event: "error", message: "No such product.", error: { exitCode: 5 } },
  ]);
  expect((await written("json", throttled, error, "Done.\n")).lines).toBe(
    `${throttled}${error}{"_kind":"notice","message":"Done."}\n`,
  );
});

test("text stays text, commands for runners of GitHub and Azure do in every form, and nothing becomes a line twice", async () => {
  for (const annotation of [
    "::error file=shop.csv,line=2::Price%0Ais missing\n",
    "##vso[task.logissue type=error;sourcepath=shop.csv;linenumber=2;]Price%0Ais missing\n",
  ])
    for (const form of ["text", "json", "log"] as const)
      expect((await written(form, annotation)).lines).toBe(annotation);
  expect((await written("text", "Done.\n")).lines).toBe("Done.\n");
  const memory = memoryStreams();
  const once = withLog(memory, { form: "log", now });
  expect(withLog(once, { form: "log", now })).toBe(once);
});

test("every command writes lines of one schema with --log json, and JSON lines with --json", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const lines = [
    "products update oven-mitt --set price=+1 --yes",
    "orders refund 10001 --amount 1 --dry-run",
    "orders capture 10006 --expect 2 --yes",
    "products get nothing",
    "products lisst",
    "jobs undo last --yes",
    "each --sites sandbox --yes -- products update oven-mitt --set price=+1",
  ];
  for (const line of lines) {
    const logged = await world.till(`--log json ${line}`);
    const records = logged.stderr
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text) as LogLine);
    for (const record of records)
      expect(record, line).toMatchObject({
        time: expect.stringMatching(/Z$/),
        level: expect.stringMatching(/^(info|warn|error)$/),
        event: expect.any(String),
        message: expect.any(String),
      });
    if (logged.code !== 0) expect(records.at(-1), line).toMatchObject({ level: "error" });
    const json = await world.till(
      line.startsWith("each") ? line.replace("each", "each --json") : `${line} --json`,
    );
    for (const text of json.stderr.split("\n").filter(Boolean))
      expect(() => JSON.parse(text), text).not.toThrow();
  }
  const fromEnvironment = await world.till("products get nothing", { env: { TILL_LOG: "json" } });
  expect(JSON.parse(fromEnvironment.stderr)).toMatchObject({ error: { code: "NOT_FOUND" } });
});

test("a log does not open stdin, which takes longer than most commands run", () => {
  const memory = memoryStreams();
  const opened: string[] = [];
  const streams = Object.defineProperty({ ...memory }, "stdin", { get: () => opened.push("stdin") });
  for (const form of ["json", "log"] as const) withLog(streams, { form, now });
  expect(opened).toEqual([]);
});
