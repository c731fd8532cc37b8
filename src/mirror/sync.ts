import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createFakes, type Fakes, oneText } from "../api/personal-data.ts";
import { isLocked, takeLock } from "../bulk/engine/run-lock.ts";
import type { Context } from "../context/context.ts";
import { ApiError, type ExitCode, exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { limitHeap } from "../kernel/heap.ts";
import { formatCount } from "../kernel/text.ts";
import { openCatalog } from "../resources/products/read.ts";
import { mirrorFile } from "./file.ts";
import { maskObject } from "./masks.ts";
import { readPriceChanges } from "./price-changes.ts";
import { openReader, printStatus, statusOfTables, type TableStatus } from "./reader.ts";
import { forget, type Mirror, openMirror } from "./store.ts";
import type { ListName } from "./tables.ts";
import { type UpdateOutcome, type UpdateRequest, updateMirror } from "./update.ts";

interface SyncOptions {
  full?: boolean;
  status?: boolean;
  forget?: boolean;
  masked?: boolean;
  without?: readonly "customers"[];
  with?: readonly ("costs" | "gift-cards" | "payments" | "settings")[];
  to?: string;
  format?: "parquet";
}

/** Brings the local copy of the shop up to date; the first time, makes it. */
export async function run(
  context: Context,
  _args: string[],
  options: SyncOptions,
): Promise<ExitCode | undefined> {
  if (options.forget) {
    const file = mirrorFile({ paths: context.paths, profile: await context.profile() });
    if (isLocked(`${file}.lock`)) throw alreadyRuns();
    const existed = forget(file);
    await context.notice(existed ? "The local copy was deleted." : "There is no local copy.");
    return undefined;
  }
  if (options.status) {
    const reader = await openReader(context);
    try {
      await printStatus(context, reader.status());
    } finally {
      reader.close();
    }
    return undefined;
  }
  const { to, format } = options;
  if (to === undefined && format !== undefined)
    throw new UsageError("--format needs --to: the folder that the files are written into.", {
      field: "--format",
    });
  if (to !== undefined) (await import("./copy-out.ts")).checkCopyTarget(to, format);
  limitHeap();
  const { signal } = context;
  try {
    const { rebuilt, status, denied, moved } = await updateCopy(context, options, reporter(context));
    if (rebuilt !== undefined) await context.notice(`The local copy was made again: ${rebuilt}.`);
    await printStatus(context, status);
    for (const problem of syncProblems({ denied, moved })) await context.notice(problem);
    if (to !== undefined) await (await import("./copy-out.ts")).copyOut(context, to);
    return moved.length + denied.length === 0 ? undefined : exitCodes.partial;
  } catch (error) {
    if (signal.aborted) await context.notice("Stopped. To continue: till data sync");
    if (error instanceof ApiError && error.status === 428)
      await context.notice(
        "If the shop has another catalog version now: till data sync --forget, then till data sync",
      );
    throw error;
  }
}

/** Returns what keeps a copy from being up to date after an update, as sentences. */
export const syncProblems = ({ denied, moved }: UpdateOutcome): string[] => [
  ...(denied.length > 0
    ? [
        `This identity may not read ${denied.join(", ")}: their tables are as they were. Give its key the permission, and run the command again.`,
      ]
    : []),
  ...(moved.length > 0
    ? [
        `The list of ${moved.join(" and ")} changed each time it was read, so that the copy may miss changes. Run the command again.`,
      ]
    : []),
];

/** What a copy holds, and what of it is brought up to date. */
export interface CopyOptions extends Pick<SyncOptions, "full" | "masked" | "with" | "without"> {
  /** Default: all lists. */
  lists?: ReadonlySet<ListName>;
}

interface CopyOutcome extends UpdateOutcome {
  /** Why the copy was begun again. */
  rebuilt: string | undefined;
  status: TableStatus[];
}

/** Brings the local copy up to date, or makes it. Throws TillError (exit 6) if another process does so, or if it is of another shop. */
export async function updateCopy(
  context: Context,
  { full = false, masked = false, without = [], with: extra = [], lists }: CopyOptions,
  report: UpdateRequest["report"] = async () => {},
): Promise<CopyOutcome> {
  if (masked && without.includes("customers"))
    throw new UsageError("--masked and --without customers exclude each other.", { field: "--masked" });
  const { signal, now } = context;
  const file = mirrorFile({ paths: context.paths, profile: await context.profile() });
  const release = lockOf(file);
  let mirror: Mirror | undefined;
  try {
    const call = await context.call("admin");
    const site = (await context.site()).id;
    const timeZone = context.streams.stdout.timeZone ?? "UTC";
    // A copy that is damaged does not say that it was masked; the key of its substitutes does.
    const chosen = [
      ...(masked || existsSync(keyOf(file)) ? ["masked"] : []),
      ...without.map((one) => `without ${one}`),
      ...extra.map((one) => `with ${one}`),
    ];
    const opened = await openMirror(file, { site, timeZone, options: chosen }, () => context.catalog(call));
    const { rebuilt } = opened;
    mirror = opened.mirror;
    const { catalog: version = "v1", options: kept = [] } = mirror.facts() ?? {};
    const { can } = context;
    const catalog = await openCatalog({ call: context.call, can, catalog: async () => version }, "admin");
    const fakes = kept.includes("masked")
      ? stableFakes(file)
      : kept.includes("without customers")
        ? oneText("")
        : undefined;
    const outcome = await updateMirror(mirror, {
      ...{ call, catalog, signal, now, full, report, lists },
      ...{ costs: kept.includes("with costs"), payments: kept.includes("with payments") },
      ...{ giftCards: kept.includes("with gift-cards"), settings: kept.includes("with settings") },
      hide: fakes && ((list, object) => maskObject(list, object, fakes)),
    });
    await readPriceChanges(mirror, { store: await context.jobs(), place: await context.place(), now, full });
    const { db } = mirror;
    return { ...outcome, rebuilt, status: statusOfTables((sql) => db.prepare(sql).all()) };
  } finally {
    mirror?.close();
    release();
  }
}

function lockOf(file: string): () => void {
  const release = takeLock(`${file}.lock`);
  if (release) return release;
  throw alreadyRuns();
}

const alreadyRuns = () =>
  new TillError(exitCodes.conflict, "Another process is synchronizing this shop.", {
    code: "SYNC_RUNS",
    hint: "Wait for it. To see how far it is: till data sync --status",
  });

const keyOf = (file: string) => `${file}.key`;

/**
 * Returns substitutes for personal data that stay the same from one update to the next. Their key is in a file of its own, so
 * that a copy of the database alone does not tell what they stand for.
 */
function stableFakes(file: string): Fakes {
  const keyFile = keyOf(file);
  if (!existsSync(keyFile)) writeFileSync(keyFile, randomBytes(32).toString("hex"), { mode: 0o600 });
  return createFakes(Buffer.from(readFileSync(keyFile, "utf8"), "hex"));
}

/** Milliseconds between two lines of progress. */
const interval = 10_000;

/** Returns a function that prints how far a list is read, at most every ten seconds. */
function reporter(context: Context) {
  let reported = context.now().getTime();
  return async (title: string, seen: number, total: number | undefined) => {
    const now = context.now().getTime();
    if (now - reported < interval) return;
    reported = now;
    const of = total === undefined ? "" : ` of ${formatCount(total)}`;
    await context.status(`Reading ${title}: ${formatCount(seen)}${of}`);
  };
}
