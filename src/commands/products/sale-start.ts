import { resolveTime } from "../../cli/answers.ts";
import { sharedUrl } from "../../cli/jobs/shared-journal.ts";
import { siteWords } from "../../config/effective-profile.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { commandLine, inShell } from "../../kernel/command-line.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import type { Schedule } from "../../workers/schedule.ts";
import { isOpen, listSales, productsOnSale, readableTime, saleKind } from "./sales.ts";
import { changeProducts, type ProductChangeOptions } from "./update.ts";

interface StartOptions extends ProductChangeOptions {
  until?: string;
  name?: string;
  schedule?: boolean;
}

/** Changes products in a job that is to be undone at a time, and schedules that or prints how. */
export async function run(
  context: Context,
  references: string[],
  { until, name, schedule = false, ...options }: StartOptions,
): Promise<CommandResult> {
  const end = await readEnd(context, until);
  if (schedule && context.run?.plan)
    throw new UsageError("--schedule cannot be used with till each.", {
      field: "--schedule",
      hint: 'Schedule the end on all sites: till schedule install "0 * * * *" --name sales -- each --sites all --yes -- sale end --due',
    });
  const place = await context.place();
  const { profile } = place;
  const jobs = await context.jobs();
  const sales = await listSales(jobs, place, context.now());
  if (name !== undefined) checkName(name, sales.filter(isOpen));
  const onSale = await productsOnSale(jobs, sales);
  let scheduled: SaleEnd | undefined;
  const result = await changeProducts(context, references, options, {
    kind: saleKind,
    facts: { until: end.toISOString(), name },
    split: true,
    // Without its timer, nothing would restore the prices.
    ...(schedule && {
      begin: async ({ id }) => {
        const ending = saleEnd(context, { sale: name ?? id, job: id, end, profile });
        await scheduleEnd(context, await ending);
        scheduled = await ending;
      },
    }),
    refuse(id) {
      const other = onSale.get(id);
      return other && `it is on sale already (${other}); end that sale first: till sale end ${other}`;
    },
  });
  const { job } = result;
  const hasBegun = job !== undefined && (job.undoable || job.queued === true);
  if (scheduled !== undefined && !hasBegun) await unscheduleEnd(context, scheduled);
  if (hasBegun && !schedule)
    await printEnd(context, await saleEnd(context, { sale: name ?? job.id, job: job.id, end, profile }));
  return result;
}

async function readEnd(context: Context, text: string | undefined): Promise<Date> {
  const hint = "For example: --until 2099-12-31T23:59";
  if (text === undefined) throw new UsageError("A sale needs an end.", { field: "--until", hint });
  const zone = context.choices.setting("timeZone").value;
  const end = new Date(await resolveTime(context, zone, "--until", text));
  if (end > context.now()) return end;
  throw new UsageError(`--until ${readableTime(end)} is in the past.`, { field: "--until", hint });
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
  /** A worker ends it; else a timer of this computer does. */
  isShared: boolean;
}

/** Returns how the end of a sale is scheduled. It ends the sale only when it is due. */
async function saleEnd(
  context: Context,
  { sale, job, end, profile }: { sale: string; job: string; end: Date; profile: string },
): Promise<SaleEnd> {
  const named = profile === "sandbox" ? [] : ["--profile", profile];
  const own = [...named, ...siteWords(await context.profile())];
  // Not before it is due: the first full minute.
  const at = new Date(Math.ceil(end.getTime() / 60_000) * 60_000);
  const name = `sale-${/^[a-z0-9._-]{1,50}$/i.test(sale) ? sale : job}`;
  const line = ["sale", "end", sale, "--due", "--yes"];
  const schedule = { name, when: { at }, timeZone: "UTC", line };
  return { sale, end, schedule, own, isShared: (await sharedUrl(context)) !== undefined };
}

/** Schedules the end of a sale. */
async function scheduleEnd(context: Context, { schedule, isShared }: SaleEnd): Promise<void> {
  const parsed = await context.parse(schedule.line);
  if (isShared) await (await storedSchedules()).storeSchedule(context, schedule, parsed);
  else await (await installedSchedules()).installSchedule(context, schedule, parsed, {});
}

/** Removes the schedule of a sale that has not begun. */
async function unscheduleEnd(context: Context, { schedule: { name }, isShared }: SaleEnd): Promise<void> {
  if (isShared) await (await storedSchedules()).removeStored(context, name);
  else await (await installedSchedules()).uninstallSchedule(context, name, {});
}

const storedSchedules = () => import("../../workers/stored-schedule.ts");
const installedSchedules = () => import("../../workers/installed-schedules.ts");

/** Says how to schedule the end of a sale. */
async function printEnd(context: Context, { sale, end, schedule, own, isShared }: SaleEnd): Promise<void> {
  const { name, line, when } = schedule;
  const verb = isShared ? "add" : "install";
  const minute = "at" in when ? `${when.at.toISOString().slice(0, 16)}Z` : "";
  const command = commandLine("schedule", verb, "--at", minute, "--name", name, ...own, "--", ...line);
  await context.notice(
    `The sale ${sale} runs until ${readableTime(end)}. Nothing ends it by itself; to schedule its end: ${inShell(command, context.environment.shell)}`,
  );
}
