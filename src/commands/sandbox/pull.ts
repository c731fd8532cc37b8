import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { createFakes } from "../../api/masking/fakes.ts";
import { takeLock } from "../../bulk/engine/run-lock.ts";
import { confirm } from "../../cli/confirm.ts";
import { timeRange } from "../../cli/date-range.ts";
import { limitYoungGeneration } from "../../cli/jobs/heap.ts";
import { describeCounts } from "../../cli/sandbox/control.ts";
import { type CopyTarget, copyTarget } from "../../cli/sandbox/copy-target.ts";
import { pullProgress } from "../../cli/snapshots/read-shop.ts";
import { openSide } from "../../cli/snapshots/side.ts";
import type { Context } from "../../context/context.ts";
import { type SnapshotDomain, snapshotDomains } from "../../files/snapshot/format.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { formatCount } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import { type CopiedList, copyShop } from "../../resources/copies/copy-shop.ts";
import { copyKinds } from "../../resources/copies/kinds.ts";
import { openCatalog } from "../../resources/products/read.ts";
import { beginCopy, documentsIn } from "../../sandbox/control/copy.ts";
import { signOut } from "./control.ts";

interface PullOptions {
  from?: string;
  name?: string;
  only?: readonly SnapshotDomain[];
  since?: string;
  limit?: number;
  costs?: boolean;
  keepPersonalData?: boolean;
  yes?: boolean;
}

/** Copies a shop into a sandbox: with its ids, and with substitutes for personal data. */
export async function run(
  context: Context,
  _args: string[],
  options: PullOptions,
): Promise<ExitCode | undefined> {
  limitYoungGeneration();
  const { from, name, keepPersonalData = false } = options;
  if (from === undefined)
    throw new UsageError("--from is missing.", {
      field: "--from",
      hint: "For example: till sandbox pull --from my-shop --name my-copy",
    });
  const target = await copyTarget(context, name);
  const shop = await sourceOf(context, from, target);
  try {
    if (keepPersonalData) await askForPersonalData(context, from);
    await confirmReplacement(context, target, options.yes);
    const lists = await copyInto(context, shop, target, options);
    await target.addProfile?.();
    const signedOut = target.key === undefined ? "" : await signOut(context, target.key);
    await report(context, { target, from, lists, signedOut, masked: !keepPersonalData });
    return undefined;
  } finally {
    await shop.close();
  }
}

/** Returns the context of the shop that is copied. Throws UsageError for a snapshot, and for the sandbox itself. */
async function sourceOf(context: Context, from: string, target: CopyTarget): Promise<Context> {
  const side = await openSide(context, from);
  if (side.context === undefined) {
    await side.close();
    throw new UsageError(`${from} is a snapshot, which has no payments and only a part of each product.`, {
      field: "--from",
      hint: "Name the profile or the site of the shop. A snapshot can be copied with: till promote --from SNAPSHOT --to sandbox",
    });
  }
  const { platform, key } = await side.context.profile();
  if (platform !== "sandbox" || key !== target.key) return side.context;
  await side.close();
  throw new UsageError(`${from} is the sandbox that the shop is copied into.`, {
    field: "--from",
    hint: "Copy it into another one: --name my-copy",
  });
}

/** Asks whether to copy personal data. `--yes` does not answer this. */
async function askForPersonalData(context: Context, from: string): Promise<void> {
  if (context.streams.terminal === undefined || context.globals.json)
    throw new UsageError("--keep-personal-data has to be confirmed, and there is no terminal to ask on.", {
      code: "CONFIRMATION_NEEDED",
      field: "--keep-personal-data",
      hint: "Leave it out: names, addresses and other personal data are replaced then.",
    });
  const question = `Copy the names, addresses, emails and notes of the customers of ${from} to this computer?`;
  await confirm(context, question, false, { local: true });
}

async function confirmReplacement(context: Context, { name, file }: CopyTarget, yes: boolean | undefined) {
  const counts = documentsIn(file);
  if (counts === undefined || Object.values(counts).every((count) => count === 0)) return;
  const question = `Replace everything in the sandbox "${name}"? It contains ${describeCounts(counts)}.`;
  await confirm(context, question, yes, { local: true });
}

async function copyInto(
  context: Context,
  shop: Context,
  { name, file }: CopyTarget,
  options: PullOptions,
): Promise<CopiedList[]> {
  const { only = snapshotDomains, limit, costs = true, keepPersonalData } = options;
  const since = timeRange({ since: options.since }, context.now()).from;
  const catalog = await openCatalog(shop, "admin");
  const kinds = await copyKinds(shop, {
    ...{ domains: only, costs },
    ...(since !== undefined && { since: new Date(since) }),
  });
  const currency = await catalog.currency();
  const release = takeLock(`${file}.copy.lock`);
  if (release === undefined)
    throw new TillError(exitCodes.conflict, `Another process is copying a shop into the sandbox "${name}".`, {
      hint: "Wait for it, or use another sandbox: --name my-copy",
    });
  const copy = beginCopy(file, { catalog: catalog.version, currency });
  try {
    // The key is in memory only: when the command ends, nobody can tell which text a substitute stands for.
    const fakes = keepPersonalData ? undefined : createFakes(randomBytes(32));
    const { signal } = context;
    const lists = await copyShop(kinds, {
      ...{ fakes, limit, signal },
      add: copy.add,
      report: await pullProgress(context),
    });
    await copy.finish();
    return lists;
  } finally {
    copy.discard();
    release();
    for (const end of ["", "-wal", "-shm"]) rmSync(`${file}.copy.lock${end}`, { force: true });
  }
}

interface Report {
  target: CopyTarget;
  from: string;
  lists: readonly CopiedList[];
  signedOut: string;
  masked: boolean;
}

async function report(context: Context, { target, from, lists, signedOut, masked }: Report): Promise<void> {
  const { streams, globals, format, now, notice } = context;
  const left = lists.filter((list) => list.left > 0);
  const counts = Object.fromEntries(lists.map(({ name, count }) => [name, count]));
  const omitted = Object.fromEntries(left.map((list) => [list.name, list.left]));
  if (globals.json) {
    const record = { _kind: "sandboxCopy", sandbox: target.name, from, masked, counts, omitted };
    await streams.stdout.write(`${jsonText(record)}\n`);
    return;
  }
  await renderList<CopiedList>({
    ...{ streams, format, now: now(), fields: globals.fields, kind: "copiedList" },
    rows: lists.filter(({ count }) => count > 0),
    columns: [
      column("LIST", ({ name }) => name, { path: "name" }),
      column("OBJECTS", ({ count }) => count, { path: "count", as: "number" }),
    ],
  });
  await notice(`The sandbox "${target.name}" is a copy of ${from}.`);
  for (const { name, left: count, kind } of left)
    await notice(
      `Left out: ${formatCount(count)} ${name}, ${kind === "coupon" ? "with rules that the sandbox does not emulate" : "whose event was not copied"}.`,
    );
  const moved = lists.filter((list) => list.moved).map(({ name }) => name);
  if (moved.length > 0)
    await notice(
      `The list of ${moved.join(" and ")} changed while it was being read. Run the command again for an exact copy.`,
    );
  await notice(
    `${masked ? "Personal data was replaced." : "It contains personal data of customers."}${signedOut} Use it with: till products list --profile ${target.name}`,
  );
}
