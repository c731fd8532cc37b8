import { resolveTime } from "../../cli/answers.ts";
import { confirm } from "../../cli/confirm.ts";
import { siteWords } from "../../config/effective-profile.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { commandLine, inShell, withWords } from "../../kernel/command-line.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { dayTime } from "../../kernel/zoned-time.ts";
import type { Schedule } from "../../workers/schedule.ts";
import { usualScheduler } from "../../workers/scheduler.ts";
import { isOpenSale, listSales, productsOnSale, readableTime, saleKind } from "./sales.ts";
import { type ChangeJob, changeProducts, type ProductChangeOptions } from "./update.ts";

interface StartOptions extends ProductChangeOptions {
  from?: string;
  until?: string;
  name?: string;
  schedule?: boolean;
}

/** Changes products in a job that is to be undone at a time, and schedules that or prints how. */
export async function run(
  context: Context,
  references: string[],
  { from, until, name, schedule = false, ...options }: StartOptions,
): Promise<CommandResult> {
  const end = await readTime(context, "--until", until);
  const start = from === undefined ? undefined : await readTime(context, "--from", from);
  const flag = start ? "--from" : "--schedule";
  if ((schedule || start) && context.run?.plan)
    throw new UsageError(`${flag} cannot be used with till each.`, {
      field: flag,
      hint: 'Schedule the end on all sites: till schedule create "0 * * * *" --name sales -- each --sites all --yes -- sale end --due',
    });
  const place = await context.place();
  const { profile } = place;
  const jobs = await context.jobs();
  const sales = await listSales(jobs, place, context.now());
  if (name !== undefined) checkName(name, sales.filter(isOpenSale));
  const onSale = await productsOnSale(jobs, sales);
  const change: ChangeJob = {
    kind: saleKind,
    facts: { until: end.toISOString(), name },
    split: true,
    refuse(id) {
      const other = onSale.get(id);
      return other && `it is on sale already (${other}); end that sale first: till sale end ${other}`;
    },
  };
  if (start) {
    if (name === undefined)
      throw new UsageError("A sale that starts later needs a name.", {
        field: "--name",
        hint: "For example: --name winter",
      });
    if (!schedulable.test(name))
      throw new UsageError(`A sale that starts later cannot be named "${name}", as its schedules are.`, {
        field: "--name",
        hint: "Use up to 50 of the letters a to z, digits, dots, hyphens and underscores.",
      });
    if (references.includes("-"))
      throw new UsageError("A sale that starts later has no stdin.", {
        field: "products",
        hint: "Name the products, or use --filter.",
      });
    if (options.all && options.expect === undefined)
      throw new UsageError("A sale of all products that starts later needs --expect.", { field: "--expect" });
    if (start >= end)
      throw new UsageError(`--from ${readableTime(start)} is not before its end, ${readableTime(end)}.`, {
        field: "--from",
      });
    const preview = { ...options, dryRun: true, detailedExitcode: true };
    const planned = await changeProducts(context, references, preview, change);
    if (planned.exitCode !== exitCodes.changes) return planned;
    const exitCode = options.detailedExitcode ? exitCodes.changes : exitCodes.ok;
    if (options.dryRun) return { ...planned, exitCode };
    const ending = await saleEnd(context, { sale: name, job: name, end, profile });
    return await startLater(context, { start, ending, yes: options.yes });
  }
  let scheduled: SaleEnd | undefined;
  const result = await changeProducts(context, references, options, {
    ...change,
    // Without its timer, nothing would restore the prices.
    ...(schedule && {
      begin: async ({ id }) => {
        const ending = saleEnd(context, { sale: name ?? id, job: id, end, profile });
        // The end of a sale that was to start later is scheduled already.
        if (!(await isScheduled(context, (await ending).schedule)))
          await createSchedule(context, (await ending).schedule).catch((error: unknown) => {
            if (!hasNoTimer(error)) throw error;
            const hint = `The sale has not begun. Add the line above to your crontab (crontab -e), then start it without --schedule${name === undefined ? `, with --name ${id}` : ""}.`;
            throw new TillError(error.exitCode, error.message, { code: error.code, hint });
          });
        scheduled = await ending;
      },
    }),
  });
  const { job } = result;
  const hasBegun = job !== undefined && (job.undoable || job.queued === true);
  if (scheduled !== undefined && !hasBegun) await unscheduleEnd(context, scheduled);
  if (hasBegun && !schedule)
    await printEnd(context, await saleEnd(context, { sale: name ?? job.id, job: job.id, end, profile }));
  return result;
}

async function readTime(
  context: Context,
  flag: "--from" | "--until",
  text: string | undefined,
): Promise<Date> {
  const hint = `For example: ${flag} 2099-12-31T23:59`;
  if (text === undefined) throw new UsageError("A sale needs an end.", { field: flag, hint });
  const zone = context.choices.setting("timeZone").value;
  const day = dayTime(text, flag === "--until" ? "end" : "start", zone, context.now());
  const time = new Date(await resolveTime(context, zone, flag, day));
  if (time > context.now()) return time;
  throw new UsageError(`${flag} ${readableTime(time)} is in the past.`, { field: flag, hint });
}

/**
 * Schedules the end of a sale, and then its start: the same command line without --from. Its changes are computed when it starts. If the
 * start cannot be scheduled, its end is not either.
 */
async function startLater(
  context: Context,
  { start, ending, yes }: { start: Date; ending: SaleEnd; yes: boolean | undefined },
): Promise<CommandResult> {
  const { sale, end, schedule } = ending;
  const span = `from ${readableTime(start)} until ${readableTime(end)}`;
  await confirm(context, `Schedule the sale ${sale} ${span}?`, yes);
  const line = withWords(
    withoutFlags(context.argv, ["--from", "--until"], ["--schedule", "--yes", "-y"]),
    "--until",
    end.toISOString(),
    "--yes",
  );
  const later = { ...schedule, name: `${schedule.name}-start`, when: { at: atMinute(start) } };
  try {
    await createSchedule(context, schedule);
  } catch (error) {
    // Printed like the end, for the crontab.
    if (hasNoTimer(error)) await createSchedule(context, { ...later, line });
    throw error;
  }
  const beginning = { ...later, line: withWords(line, "--schedule") };
  try {
    await createSchedule(context, beginning);
  } catch (error) {
    await unscheduleEnd(context, ending);
    throw error;
  }
  const summary = `The sale ${sale} runs ${span}. Its changes are computed when it starts. To cancel it: till schedule delete ${beginning.name}, and ${schedule.name}`;
  await context.notice(summary);
  return { exitCode: exitCodes.ok, summary };
}

/** Returns whether a schedule could only be printed as a line for the crontab. */
const hasNoTimer = (error: unknown): error is TillError =>
  error instanceof TillError && error.code === "NO_TIMER";

/** Returns a command line without some flags: those with a value, and those without. */
function withoutFlags(
  argv: readonly string[],
  withValue: readonly string[],
  others: readonly string[],
): string[] {
  return argv.filter((word, at) => {
    const [flag = ""] = word.split("=");
    return !withValue.includes(flag) && !withValue.includes(argv[at - 1] ?? "") && !others.includes(word);
  });
}

/** Returns whether a schedule with this name and time is there. */
async function isScheduled(context: Context, { name, when }: Schedule): Promise<boolean> {
  const at = "at" in when ? when.at.toISOString() : "";
  const rows = await (await usualScheduler(context)).rows(context);
  return rows.some(
    (row) =>
      row.name === name && row.at !== null && new Date(row.at ?? 0).toISOString() === at && !row.paused,
  );
}

function checkName(name: string, open: readonly { name: string; until: string }[]): void {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name)) {
    throw new UsageError(`"${name}" cannot be the name of a sale.`, {
      field: "--name",
      hint: "Use letters, digits, dots, hyphens and underscores.",
    });
  }
  const other = open.find((sale) => sale.name === name);
  if (other === undefined) return;
  throw new TillError(
    exitCodes.conflict,
    `A sale named ${name} runs until ${readableTime(new Date(other.until))}.`,
    {
      field: "--name",
      hint: `End it first (till sale end ${name}), or choose another name.`,
    },
  );
}

/** How the end of a sale is scheduled. */
interface SaleEnd {
  sale: string;
  end: Date;
  schedule: Schedule;
  /** The flags that name the profile and the site of the sale. */
  own: readonly string[];
}

/** The names of sales that the names of their schedules can have. */
const schedulable = /^[a-z0-9._-]{1,50}$/i;

/** Returns how the end of a sale is scheduled. It ends the sale only when it is due. */
async function saleEnd(
  context: Context,
  { sale, job, end, profile }: { sale: string; job: string; end: Date; profile: string },
): Promise<SaleEnd> {
  const named = profile === "sandbox" ? [] : ["--profile", profile];
  const own = [...named, ...siteWords(await context.profile())];
  const at = atMinute(end);
  const name = `sale-${schedulable.test(sale) ? sale : job}`;
  const line = ["sale", "end", sale, "--due", "--yes"];
  const schedule = { name, when: { at }, timeZone: "UTC", line };
  return { sale, end, schedule, own };
}

/** Returns the first full minute that is not before a time. */
const atMinute = (time: Date) => new Date(Math.ceil(time.getTime() / 60_000) * 60_000);

/** Schedules the start or the end of a sale. */
async function createSchedule(context: Context, schedule: Schedule): Promise<void> {
  const parsed = await context.parse(schedule.line);
  await (await usualScheduler(context)).create(context, schedule, parsed, {});
}

/** Deletes the schedule of a sale that has not begun. */
async function unscheduleEnd(context: Context, { schedule: { name } }: SaleEnd): Promise<void> {
  await (await usualScheduler(context)).delete(context, name);
}

/** Says how to schedule the end of a sale. */
async function printEnd(context: Context, { sale, end, schedule, own }: SaleEnd): Promise<void> {
  const { name, line, when } = schedule;
  const minute = "at" in when ? `${when.at.toISOString().slice(0, 16)}Z` : "";
  const command = commandLine("schedule", "create", "--at", minute, "--name", name, ...own, "--", ...line);
  await context.notice(
    `The sale ${sale} runs until ${readableTime(end)}. Nothing ends it by itself; to schedule its end: ${inShell(command, context.environment.shell)}`,
  );
}
