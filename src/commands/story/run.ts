import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { readText } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { minute } from "../../kernel/durations.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { checkExport, writeExport } from "../../kernel/export-file.ts";
import { countOf, sanitize } from "../../kernel/text.ts";
import { junit, requireNoTerminal, runStory, type StoryResult, tap } from "../../stories/run-story.ts";
import { parseStory } from "../../stories/story.ts";

interface Options {
  update?: boolean;
  junit?: string;
  tap?: boolean;
  atOnce?: number;
  timeLimit?: number;
}

const seconds = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Runs stories and prints their results in the order given. Exits 1 if one fails; with `--update` it writes the answers instead. */
export async function run(
  context: Context,
  files: string[],
  {
    update = false,
    junit: report,
    tap: asTap = false,
    atOnce = availableParallelism(),
    timeLimit = minute,
  }: Options,
): Promise<ExitCode | undefined> {
  const stories = await Promise.all(
    files.map(async (file) => {
      const source = await readText(context, file, "till story run checkout.story");
      const parts = parseStory(source.replaceAll("\r\n", "\n"), file);
      requireNoTerminal(parts, file);
      return { file, source, parts };
    }),
  );
  if (report !== undefined) await checkExport(resolve(context.cwd, report));
  const options = {
    program: context.program,
    limit: timeLimit,
    signal: context.signal,
  };
  const results: StoryResult[] = [];
  const waiting = [...stories.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, { file, parts }] = next;
      results[index] = await runStory(parts, resolve(context.cwd, file), options).then((one) => ({
        ...one,
        file,
      }));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, stories.length) }, work));

  if (report !== undefined) await writeExport(resolve(context.cwd, report), [junit(results)]);
  const failed = results.filter(({ passed }) => !passed);
  if (update) {
    await writeUpdates(context, stories, results);
    const stopped = failed.filter(({ complete }) => !complete);
    await printFailures(context, stopped);
    return stopped.length === 0 ? undefined : exitCodes.failure;
  }
  if (asTap) await context.streams.stdout.write(tap(results));
  else await print(context, results);
  await context.notice(`Stories: ${results.length - failed.length} passed, ${failed.length} failed.`);
  return failed.length === 0 ? undefined : exitCodes.failure;
}

async function print(context: Context, results: readonly StoryResult[]): Promise<void> {
  const { format } = context;
  const rows = results.map(({ updated, ...result }) => result);
  await context.print(rows, {
    kind: "storyResult",
    fields: {
      passed: { path: "passed", label: "Result", value: ({ passed }) => (passed ? "passed" : "failed") },
      file: { label: "Story", grow: true },
      commands: { align: "right" },
      duration: {
        path: "duration",
        label: "Seconds",
        value: ({ duration }) => seconds.format(duration / 1000),
        align: "right",
      },
    },
    total: rows.length,
  });
  if (format === "table") await printFailures(context, results);
}

async function printFailures(context: Context, results: readonly StoryResult[]): Promise<void> {
  for (const { file, failures } of results) {
    for (const { line, command, difference } of failures) {
      const text = [`${file}:${line}: $ ${command}`, ...difference.map((one) => `  ${one}`)].join("\n");
      await context.streams.stderr.write(`${sanitize(text)}\n`);
    }
  }
}

async function writeUpdates(
  context: Context,
  stories: readonly { file: string; source: string }[],
  results: readonly StoryResult[],
): Promise<void> {
  for (const [index, { file, source }] of stories.entries()) {
    const { updated = source, failures = [] } = results[index] ?? {};
    if (updated === source) continue;
    writeFileSync(resolve(context.cwd, file), updated);
    await context.notice(`Wrote ${countOf(failures.length, "answer")} into ${file}.`);
  }
}
