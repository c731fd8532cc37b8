import { extname, resolve } from "node:path";
import { isSamePlace } from "../../bulk/engine/job.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { type StagedRow, stagedGroups } from "../../bulk/plan/stage.ts";
import type { FileOptions, JobOptions } from "../../cli/bulk-flags.ts";
import { fileReading, type MapOptions } from "../../cli/column-maps.ts";
import { type RowOptions, stageList } from "../../cli/import-file.ts";
import { importOrPropose } from "../../cli/import-proposal.ts";
import { beginJournal, runJob } from "../../cli/jobs/run.ts";
import { type NumberOptions, numberFormat } from "../../cli/product-flags.ts";
import { jobLine } from "../../cli/same-site.ts";
import { readReferences, readSelection, type SelectionOptions } from "../../cli/selection.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import type { RowProblem } from "../../files/dialect.ts";
import type { Row } from "../../files/table.ts";
import { commandLine } from "../../kernel/command-line.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import {
  addSigns,
  type CouponReading,
  changedCouponSteps,
  couponList,
  newCouponSteps,
  type ReadCoupon,
  readCoupon,
  scopeFinder,
} from "../../resources/discounts/coupon-file.ts";
import {
  createdResults,
  randomCode,
  rememberCodesFile,
  writeCodes,
} from "../../resources/discounts/coupon-work.ts";
import {
  allCoupons,
  type CouponFields,
  type CouponRow,
  couponFields,
  couponFilterFields,
  couponsBy,
  findCoupons,
  listCoupons,
  scopeNames,
} from "../../resources/discounts/coupons.ts";
import { platformTime } from "../../resources/platform-time.ts";
import { withFileColumns } from "../../resources/products/import-rows.ts";
import { openCatalog } from "../../resources/products/read.ts";

/** The flags for the fields of coupons, as typed. */
interface FieldOptions {
  name?: string;
  percent?: string;
  amount?: string;
  price?: string;
  freeShipping?: boolean;
  product?: string;
  collection?: string;
  minimum?: string;
  from?: string;
  until?: string;
  uses?: string;
  usesPerCustomer?: string;
  oneItem?: boolean | string;
  active?: string;
}

interface CreateOptions extends JobOptions, FieldOptions {
  code?: string;
  count?: number;
  prefix?: string;
  codes?: string;
}

/** Creates a coupon, or as many as --count with random codes, as one job. */
export async function create(
  context: Context,
  _args: string[],
  options: CreateOptions,
): Promise<CommandResult> {
  const { count, prefix = "", codes: file, code } = options;
  checkCreate(options);
  const coupon = await couponOfFlags(context, options);
  const now = new Date(await platformTime(context)).toISOString();
  const call = await context.call("admin");
  if (count !== undefined) await checkUnfinished(context);
  const codes = count === undefined ? [coupon.code ?? ""] : await freeCodes(call, prefix, count);
  if (count === undefined && (await couponsBy(call, "specification.code", codes)).length > 0)
    throw new TillError(exitCodes.conflict, `A coupon has the code "${codes[0]}" already.`, {
      field: "--code",
      hint: `Show it: ${commandLine("coupons", "get", codes[0] ?? "")}`,
    });
  const shared =
    count === undefined ? coupon : { uses: 1, ...coupon, name: options.name ?? (prefix || "Coupons") };
  const planned = codes.map((each) => newCouponSteps({ ...shared, code: each }, now, { source: each }));
  const [first] = planned;
  if (first !== undefined && "problems" in first) throw wrongFlag(first.problems[0]);
  const journal = await beginJournal(context, "coupons.create");
  if (file !== undefined) await rememberCodesFile(journal, resolve(context.cwd, file));
  return await runJob<PlannedRow>(
    context,
    {
      kind: "coupons.create",
      title:
        count === undefined
          ? `Create the coupon ${code?.toUpperCase()}`
          : `Create ${countOf(count, "coupon")}`,
      rows: planned,
      toSteps: (row) => row,
      options,
      results: createdResults,
      finished: (ended) => writeCodes(context, ended),
    },
    journal,
  );
}

/** The length of the random part of a code. */
const randomLength = 10;
const maxPrefix = 20 - randomLength;

function checkCreate({ count, prefix, codes, code }: CreateOptions): void {
  const wrong = (field: string, message: string, hint?: string) => new UsageError(message, { field, hint });
  if (count === undefined && code === undefined)
    throw wrong(
      "--code",
      "--code or --count is required.",
      "For example: --code WELCOME10, or --count 500 --prefix SUMMER",
    );
  if (count !== undefined && code !== undefined) throw wrong("--code", "Use either --code or --count.");
  if (count === undefined && prefix !== undefined) throw wrong("--prefix", "--prefix is for --count.");
  if (prefix !== undefined && !new RegExp(`^[A-Za-z0-9]{1,${maxPrefix}}$`).test(prefix))
    throw wrong(
      "--prefix",
      `"${prefix}" is not a prefix of codes.`,
      `Use up to ${maxPrefix} letters and digits.`,
    );
  if (codes !== undefined && ![".csv", ".txt"].includes(extname(codes).toLowerCase()))
    throw wrong("--codes", `Cannot write codes to "${codes}": its extension is not .csv or .txt.`);
}

/** Returns the fields that the flags set. Throws UsageError that names the flag. */
async function couponOfFlags(context: Context, options: FieldOptions): Promise<ReadCoupon> {
  const cells = Object.fromEntries(
    couponList.fields.flatMap((name): [string, string][] => {
      const value = (options as Readonly<Record<string, unknown>>)[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
  const problems: RowProblem[] = [];
  const numbers = { decimal: "." } as const;
  const read = await readCoupon({ line: 0, cells, source: [] }, reading(context, { numbers }), problems);
  if (problems[0] !== undefined) throw wrongFlag(problems[0]);
  return read;
}

function wrongFlag(problem: { column?: string | undefined; message: string } | undefined): UsageError {
  const { column = "", message = "" } = problem ?? {};
  const flag = `--${column.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return new UsageError(`${flag}: ${message.replace(/(?<![.?])$/, ".")}`, { field: flag });
}

function reading(context: Context, { numbers }: Pick<CouponReading, "numbers">): CouponReading {
  return {
    numbers,
    timeZone: context.choices.setting("timeZone").value,
    now: context.now(),
    scopeOf: scopeFinder(() => openCatalog(context, "admin")),
  };
}

/** Returns random codes that no coupon of the shop has. */
async function freeCodes(
  call: Awaited<ReturnType<Context["call"]>>,
  prefix: string,
  count: number,
): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < count) {
    const wanted = new Set<string>();
    while (codes.size + wanted.size < count) wanted.add(prefix.toUpperCase() + randomCode(randomLength));
    for (const { specification } of await couponsBy(call, "specification.code", [...wanted]))
      wanted.delete(specification?.code ?? "");
    for (const code of wanted) codes.add(code);
  }
  return [...codes];
}

/** Throws UNFINISHED_JOB (exit 6) if a job has coupons left to create: another one would make too many. */
async function checkUnfinished(context: Context): Promise<void> {
  const place = await context.place();
  for (const entry of await (await context.jobs()).list()) {
    if ("damaged" in entry || entry.job.kind !== "coupons.create" || !entry.job.sealed) continue;
    const { id, job, counts } = entry;
    if (counts.planned + counts.sent === 0 || !isSamePlace(job, place)) continue;
    const which = `${counts.done} of ${countOf(counts.total, "coupon")}`;
    throw new TillError(exitCodes.conflict, `Job ${id} is not finished: it created ${which}.`, {
      code: "UNFINISHED_JOB",
      hint: `Create the others with: ${jobLine(context, "resume", id)}. Or delete its coupons: ${jobLine(context, "undo", id)}`,
    });
  }
}

interface ImportOptions extends JobOptions, NumberOptions, MapOptions, FileOptions, RowOptions {}

/** Creates and changes the coupons of a file; proposes how to read it if the flags do not say so. */
export async function importCoupons(
  context: Context,
  [file = "-"]: string[],
  given: ImportOptions,
): Promise<CommandResult> {
  return await importOrPropose(context, file, given, { list: couponList }, writeCoupons);
}

/** Creates and changes the coupons of a file as one job. */
async function writeCoupons(context: Context, file: string, given: ImportOptions): Promise<CommandResult> {
  const read = await fileReading(context, given);
  const call = await context.call("admin");
  const numbers = numberFormat(read.options);
  const { journal, staged, rowOf, job } = await stageList(context, file, read, {
    ...{ kind: "coupons.import", list: couponList, key: "code", numbers },
    example: "till coupons import - < coupons.csv",
  });
  const { name } = staged;
  const rows = plannedCoupons(context, journal, {
    name,
    known: await knownCoupons(context, call),
    reading: reading(context, { numbers }),
    rowOf,
  });
  return await runJob(
    context,
    { ...job, title: `Import ${name} (coupons)`, rows: withFileColumns(staged, rows, couponList) },
    journal,
  );
}

type Known = CouponFields & { id: string };

/** Reads the coupons of the shop, by code in capitals. */
async function knownCoupons(
  context: Context,
  call: Awaited<ReturnType<Context["call"]>>,
): Promise<Map<string, Known>> {
  const all = [];
  for await (const coupon of allCoupons(call, { signal: context.signal })) all.push(coupon);
  const nameOf = await scopeNames(() => openCatalog(context, "admin"), all);
  return new Map(
    all.map((coupon) => {
      const fields = couponFields(coupon, nameOf);
      return [fields.code.toUpperCase(), { ...fields, id: coupon.id ?? "" }];
    }),
  );
}

async function* plannedCoupons(
  context: Context,
  journal: Journal,
  {
    name,
    known,
    reading,
    rowOf,
  }: {
    name: string;
    known: ReadonlyMap<string, Known>;
    reading: CouponReading;
    rowOf(row: StagedRow): Row;
  },
): AsyncGenerator<PlannedRow> {
  const now = new Date(await platformTime(context)).toISOString();
  const lines = new Map<string, number>();
  const signs = { percent: false, currency: false };
  for (const { rows } of stagedGroups(journal))
    addSigns(signs, rows.filter(({ line }) => line > 0).map(rowOf));
  for (const { rows } of stagedGroups(journal))
    for (const staged of rows) {
      if (staged.line === 0) continue;
      const { line } = staged;
      const source = `${name}:${line}`;
      const problems: RowProblem[] = [];
      const read = await readCoupon(rowOf(staged), { ...reading, signs }, problems);
      const code = read.code ?? "";
      const earlier = lines.get(code);
      if (code === "")
        problems.push({ line, column: "code", value: "", rule: "required", message: "the row has no code." });
      else if (earlier !== undefined)
        problems.push({
          line,
          column: "code",
          value: code,
          rule: "ambiguous",
          message: `${code} is also on line ${earlier}.`,
        });
      lines.set(code, line);
      const present = known.get(code);
      if (problems.length > 0) yield { problems: problems.map((problem) => ({ ...problem, source })) };
      else if (present === undefined) yield newCouponSteps(read, now, { source, line });
      else yield changedCouponSteps(present, read, { source, line });
    }
}

/** Changes fields of the selected coupons as one job. */
export async function update(
  context: Context,
  references: string[],
  options: SelectionOptions & FieldOptions,
): Promise<CommandResult> {
  const values = await couponOfFlags(context, options);
  if (Object.keys(values).length === 0)
    throw new UsageError("Nothing to change.", {
      hint: "Name what changes, for example: --until 2030-12-31, or --active true",
    });
  return await runJob<CouponRow>(context, {
    kind: "coupons.update",
    title: "Change coupons",
    rows: await selectCoupons(context, references, options),
    toSteps: (row) => changedCouponSteps(row, values, { source: row.code }),
    options,
    dangerous: options.all === true,
  });
}

/** Ends the selected coupons as one job. */
export async function end(
  context: Context,
  references: string[],
  options: SelectionOptions,
): Promise<CommandResult> {
  return await runJob<CouponRow>(context, {
    kind: "coupons.end",
    title: "End coupons",
    rows: await selectCoupons(context, references, options),
    toSteps: ({ id, code, active }) =>
      active
        ? [{ kind: "coupon.update", id, label: code, before: { active: true }, after: { active: false } }]
        : [],
    options,
    dangerous: options.all === true,
  });
}

async function selectCoupons(
  context: Context,
  args: readonly string[],
  options: SelectionOptions,
): Promise<AsyncIterable<CouponRow> | Iterable<CouponRow>> {
  if (args.length > 0 && (options.filter !== undefined || options.all)) {
    const field = options.all ? "--all" : "--filter";
    throw new UsageError(`Give coupons or ${field}, not both.`, { field });
  }
  if (args.length > 0) return await findCoupons(context, await readReferences(context, args, "coupon"));
  const filter = readSelection(context, options, {
    plural: "coupons",
    fields: couponFilterFields,
    hint: "Give codes, pipe in records with -, or add --filter \"name = 'Summer'\"",
  });
  return listCoupons(context, { filter, all: true }).rows;
}
