import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Mask, maskPersonalData } from "../api/personal-data.ts";
import { takeLock } from "../bulk/engine/run-lock.ts";
import type { Context } from "../context/context.ts";
import { nodeCrypto } from "../kernel/crypto.ts";
import { ApiError, type ExitCode, exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { limitHeap } from "../kernel/heap.ts";
import { formatCount } from "../kernel/text.ts";
import { openCatalog } from "../resources/products/read.ts";
import { mirrorFile } from "./file.ts";
import { openReader, printStatus, statusOf } from "./reader.ts";
import { forget, openMirror } from "./store.ts";
import { updateMirror } from "./update.ts";

interface SyncOptions {
  full?: boolean;
  status?: boolean;
  forget?: boolean;
  masked?: boolean;
  without?: readonly "customers"[];
  with?: readonly ("costs" | "payments")[];
}

/** Brings the local copy of the shop up to date; the first time, makes it. */
export async function run(
  context: Context,
  _args: string[],
  options: SyncOptions,
): Promise<ExitCode | undefined> {
  const file = mirrorFile({ paths: context.paths, profile: await context.profile() });
  if (options.forget) {
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
  limitHeap();
  const release = lockOf(file);
  try {
    return await syncInto(context, file, options);
  } finally {
    release();
  }
}

function lockOf(file: string): () => void {
  const release = takeLock(`${file}.lock`);
  if (release) return release;
  throw new TillError(exitCodes.conflict, "Another process is synchronizing this shop.", {
    hint: "Wait for it. To see how far it is: till sync --status",
  });
}

async function syncInto(context: Context, file: string, options: SyncOptions): Promise<ExitCode | undefined> {
  const { signal, now } = context;
  const { masked = false, full = false, without = [], with: extra = [] } = options;
  if (masked && without.includes("customers"))
    throw new UsageError("--masked and --without customers exclude each other.", { field: "--masked" });
  const call = await context.call("admin");
  const site = (await context.site()).id;
  const timeZone = context.streams.stdout.timeZone ?? "UTC";
  const chosen = [
    ...(masked ? ["masked"] : []),
    ...without.map((one) => `without ${one}`),
    ...extra.map((one) => `with ${one}`),
  ];
  const { mirror, rebuilt } = await openMirror(file, { site, timeZone, options: chosen }, () =>
    context.catalog(call),
  );
  try {
    if (rebuilt !== undefined) await context.notice(`The local copy is made again: ${rebuilt}.`);
    const { catalog: version = "v1", options: kept = [] } = mirror.facts() ?? {};
    const { can } = context;
    const catalog = await openCatalog({ call: context.call, can, catalog: async () => version }, "admin");
    const mask = kept.includes("masked")
      ? stableMask(file)
      : kept.includes("without customers")
        ? () => ""
        : undefined;
    const { moved, denied } = await updateMirror(mirror, {
      ...{ call, catalog, signal, now, full, report: reporter(context) },
      ...{ costs: kept.includes("with costs"), payments: kept.includes("with payments") },
      hide: mask && ((object) => maskPersonalData(object, mask) as object),
    });
    await printStatus(
      context,
      statusOf((sql) => mirror.db.prepare(sql).all()),
    );
    if (denied.length > 0)
      await context.notice(
        `This identity may not read ${denied.join(", ")}: their tables are as they were. Give its key the permission, and run the command again.`,
      );
    if (moved.length > 0)
      await context.notice(
        `The list of ${moved.join(" and ")} changed each time it was read, so that the copy may miss changes. Run the command again.`,
      );
    if (moved.length + denied.length === 0) return undefined;
    return exitCodes.partial;
  } catch (error) {
    if (signal.aborted) await context.notice("Stopped. To continue: till sync");
    if (error instanceof ApiError && error.status === 428)
      await context.notice("If the shop has another catalog version now: till sync --forget, then till sync");
    throw error;
  } finally {
    mirror.close();
  }
}

/**
 * Returns substitutes for personal data that stay the same from one update to the next. Their key is in a file of its own, so
 * that a copy of the database alone does not tell what they stand for.
 */
function stableMask(file: string): Mask {
  const keyFile = `${file}.key`;
  if (!existsSync(keyFile)) writeFileSync(keyFile, randomBytes(32).toString("hex"), { mode: 0o600 });
  const key = readFileSync(keyFile, "utf8");
  return (kind, value) => {
    const name = nodeCrypto().createHmac("sha256", key).update(value).digest("hex").slice(0, 8);
    return kind === "email" ? `${name}@example.com` : name;
  };
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
