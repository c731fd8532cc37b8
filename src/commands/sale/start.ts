import { changeProducts, type ProductChangeOptions } from "../../cli/products/change.ts";
import { isOpen, listSales, productsOnSale, saleKind } from "../../cli/products/sales.ts";
import { resolveTime } from "../../cli/resolve-time.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import { commandLine } from "../../kernel/command-line.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { readableTime } from "./time.ts";

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
    facts: { until: end.toISOString(), ...(name !== undefined && { name }) },
    split: true,
    refuse(id) {
      const other = onSale.get(id);
      return other && `it is on sale already (${other}); end that sale first: till sale end ${other}`;
    },
  });
  if (result.job?.undoable) {
    const { id } = result.job;
    await printSchedule(context, { sale: name ?? id, end, profile });
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

/** Prints the command that ends a sale, for cron and for systemd. */
async function printSchedule(
  { notice }: Context,
  { sale, end, profile }: { sale: string; end: Date; profile: string },
): Promise<void> {
  const command = commandLine(
    "sale",
    "end",
    sale,
    "--yes",
    ...(profile === "sandbox" ? [] : ["--profile", profile]),
  );
  const [day, month] = [end.getUTCDate(), end.getUTCMonth() + 1];
  await notice(
    `The sale ${sale} runs until ${readableTime(end)}. Nothing ends it by itself; schedule its end:`,
  );
  await notice(`  cron, in UTC:  ${end.getUTCMinutes()} ${end.getUTCHours()} ${day} ${month} *  ${command}`);
  await notice(
    `  systemd:       systemd-run --user --on-calendar='${readableTime(end).replace(" UTC", ":00 UTC")}' ${command}`,
  );
}
