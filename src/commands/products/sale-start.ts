import { resolveTime } from "../../cli/answers.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { commandLine, shellWord } from "../../kernel/command-line.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { isOpen, listSales, productsOnSale, readableTime, saleKind } from "./sales.ts";
import { changeProducts, type ProductChangeOptions } from "./update.ts";

interface StartOptions extends ProductChangeOptions {
  until?: string;
  name?: string;
}

/** Changes products in a job that is to be undone at a time, and prints how to schedule that. */
export async function run(
  context: Context,
  references: string[],
  { until, name, ...options }: StartOptions,
): Promise<CommandResult> {
  const end = await readEnd(context, until);
  const place = await context.place();
  const { profile } = place;
  const jobs = await context.jobs();
  const sales = await listSales(jobs, place, context.now());
  if (name !== undefined) checkName(name, sales.filter(isOpen));
  const onSale = await productsOnSale(jobs, sales);
  const result = await changeProducts(context, references, options, {
    kind: saleKind,
    facts: { until: end.toISOString(), name },
    split: true,
    refuse(id) {
      const other = onSale.get(id);
      return other && `it is on sale already (${other}); end that sale first: till sale end ${other}`;
    },
  });
  if (result.job?.undoable) {
    const { id } = result.job;
    await printSchedule(context, { sale: name ?? id, job: id, end, profile });
  }
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

/**
 * Prints the lines that end a sale: for a worker's schedule, and for `at` and systemd. They have the whole date, unlike those of
 * cron, and end the sale only when it is due.
 */
async function printSchedule(
  { notice }: Context,
  { sale, job, end, profile }: { sale: string; job: string; end: Date; profile: string },
): Promise<void> {
  const own = profile === "sandbox" ? [] : ["--profile", profile];
  const words = ["sale", "end", sale, "--due", "--yes", ...own];
  const command = commandLine(...words);
  // Not before it is due: the first full minute.
  const time = new Date(Math.ceil(end.getTime() / 60_000) * 60_000);
  const minute = time.toISOString().slice(0, 16);
  const name = `sale-${/^[a-z0-9._-]{1,50}$/i.test(sale) ? sale : job}`;
  const added = commandLine("schedule", "add", "--at", `${minute}Z`, "--name", name, ...own, "--", ...words);
  const lines = [
    `worker:   ${added}`,
    `at:       echo ${shellWord(command)} | TZ=UTC at -t ${minute.replace(/[-T:]/g, "")}`,
    `systemd:  systemd-run --user --on-calendar='${minute.replace("T", " ")}:00 UTC' ${command}`,
  ];
  await notice(
    `The sale ${sale} runs until ${readableTime(end)}. Nothing ends it by itself; schedule its end with one of these:`,
  );
  for (const line of lines) await notice(`  ${line}`);
}
