import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { createFakes, type Fakes, maskValue } from "../api/personal-data.ts";
import type { Schema } from "../api/schema.ts";
import { takeLock } from "../bulk/engine/run-lock.ts";
import { confirm } from "../cli/confirm.ts";
import { timeRange } from "../cli/date-range.ts";
import { describeCounts, signOut } from "../cli/sandbox-control.ts";
import { sandboxFileOf } from "../config/paths.ts";
import { addProfile, listProfiles } from "../config/profiles.ts";
import { recordedSandbox } from "../config/running-sandboxes.ts";
import { settingsFile } from "../config/settings-file.ts";
import type { Context } from "../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { limitYoungGeneration } from "../kernel/heap.ts";
import { formatCount } from "../kernel/text.ts";
import { jsonText } from "../output/json.ts";
import { listPages } from "../resources/object-list.ts";
import { openCatalog } from "../resources/products/read.ts";
import type { Session } from "../resources/resource.ts";
import { beginCopy, documentsIn } from "../sandbox/control/copy.ts";
import { type SnapshotDomain, snapshotDomains } from "./domains.ts";
import { objectList, type PullProgress, pullProgress } from "./read-shop.ts";
import {
  type ListedShop,
  type ObjectCopy,
  objectModel,
  objectPlural,
  type ShopObject,
} from "./shop-object.ts";
import { copiedObjects } from "./shop-objects.ts";
import { openSide } from "./side.ts";

interface PullOptions {
  source?: string;
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
  const { source: from, name, keepPersonalData = false } = options;
  if (from === undefined)
    throw new UsageError("--source is missing.", {
      field: "--source",
      hint: "For example: till sandbox pull --source my-shop --name my-copy",
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
      field: "--source",
      hint: "Name the profile or the site of the shop. A snapshot can be copied with: till copy promote --source SNAPSHOT --target sandbox",
    });
  }
  const { platform, key, name } = await side.context.profile();
  const { paths } = context;
  const file = platform === "sandbox" ? sandboxFileOf(paths, key) : recordedSandbox(paths, name)?.file;
  if (file !== target.file) return side.context;
  await side.close();
  throw new UsageError(`${from} is the sandbox that the shop is copied into.`, {
    field: "--source",
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
  const lists = await copyLists(shop, {
    domains: only,
    costs,
    since: since === undefined ? undefined : new Date(since),
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
    const copied = await copyShop(lists, {
      fakes,
      limit,
      signal,
      add: copy.add,
      report: await pullProgress(context),
    });
    await copy.finish();
    return copied;
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
  const { streams, format, notice } = context;
  const left = lists.filter((list) => list.left > 0);
  const counts = Object.fromEntries(lists.map(({ name, count }) => [name, count]));
  const omitted = Object.fromEntries(left.map((list) => [list.name, list.left]));
  const moved = lists.filter((list) => list.moved).map(({ name }) => name);
  if (moved.length > 0)
    await notice(
      `The list of ${moved.join(" and ")} changed while it was being read. Run the command again for an exact copy.`,
    );
  if (format === "json" || format === "ndjson") {
    const record = { _kind: "sandboxCopy", sandbox: target.name, from, masked, counts, omitted };
    await streams.stdout.write(`${jsonText(record)}\n`);
    return;
  }
  await context.print(
    lists.filter(({ count }) => count > 0),
    { kind: "copiedList", fields: { name: { label: "List" }, count: { label: "Objects", as: "number" } } },
  );
  await notice(`The sandbox "${target.name}" is a copy of ${from}.`);
  for (const { name, left: count, leftOut } of left)
    await notice(`Left out: ${formatCount(count)} ${[name, leftOut].filter(Boolean).join(", ")}.`);
  await notice(
    `${masked ? "Personal data was replaced." : "It contains personal data of customers."}${signedOut} Use it with: till products list --profile ${target.name}`,
  );
}

/** A sandbox that a shop is copied into. */
interface CopyTarget {
  /** In messages: `sandbox`. */
  name: string;
  file: string;
  /** The key of its credentials, if it belongs to a profile. */
  key?: string | undefined;
  /** Adds the profile of a new sandbox. */
  addProfile?: (() => Promise<void>) | undefined;
}

/**
 * Returns the sandbox of the profile, or the one with a name: that of a profile or of `till sandbox start`, else a new profile.
 * Throws UsageError if the data is not in a file of this computer.
 */
async function copyTarget(context: Context, name: string | undefined): Promise<CopyTarget> {
  const { paths } = context;
  if (name === undefined) {
    const { name: profile, key, platform } = await context.profile();
    if (platform === "sandbox") return { name: profile, key, file: sandboxFileOf(paths, key) };
    throw new UsageError(`Profile "${profile}" is not a sandbox of this computer.`, {
      field: "--profile",
      hint: "Add: --profile sandbox, or copy the shop into a new sandbox: --name my-copy",
    });
  }
  const settings = settingsFile(paths.settingsFile);
  const contents = settings.read();
  const known = listProfiles(contents).find((one) => one.name === name);
  if (known?.platform === "sandbox")
    return { name, key: known.credentials, file: sandboxFileOf(paths, known.credentials) };
  if (known)
    throw new UsageError(`The profile "${name}" is not a sandbox.`, {
      field: "--name",
      hint: "Use another name.",
    });
  const running = recordedSandbox(paths, name);
  if (running?.file === ":memory:")
    throw new UsageError(`The sandbox "${name}" keeps its data in memory.`, {
      field: "--name",
      hint: `Copy the shop into another sandbox, save it (till sandbox snapshot create NAME), and start this one with: --source NAME`,
    });
  if (running) return { name, file: running.file };
  const profile = { name, platform: "sandbox" } as const;
  const key = addProfile(contents, profile).profiles?.at(-1)?.credentials ?? name;
  return {
    name,
    key,
    file: sandboxFileOf(paths, key),
    addProfile: async () => void (await settings.update((before) => addProfile(before, profile))),
  };
}

/** Some objects of a list, and how long it is. */
interface CopyPage {
  objects: object[];
  /** The number of rows that were read. */
  rows: number;
  total?: number | undefined;
}

/** A list of a shop that is copied into a sandbox. */
export interface CopyList extends ObjectCopy {
  model: Schema | undefined;
  /** Its name in the sandbox: `order`. */
  kind: string;
  /** In messages, in the plural: `orders`. */
  name: string;
  /** Whether its objects describe persons, as far as the contract does not say otherwise. */
  personal: boolean;
  pages(signal: AbortSignal): AsyncIterable<CopyPage>;
}

/** How a shop is copied. */
interface CopyShopOptions {
  /** Substitutes of personal data; without them, it is copied as it is. */
  fakes: Fakes | undefined;
  limit?: number | undefined;
  signal: AbortSignal;
  /** Stores objects, which are masked already. Returns how many could not be stored. */
  add(kind: string, objects: readonly object[]): number;
  report(progress: PullProgress): Promise<void>;
}

/** The outcome of one list. */
interface CopiedList {
  name: string;
  count: number;
  /** The number of objects that could not be stored, and why. */
  left: number;
  leftOut: string | undefined;
  /** Whether the list changed while it was read. */
  moved: boolean;
}

/** Reads lists page by page and stores what they return with substitutes for personal data, one page at a time. */
export async function copyShop(
  lists: readonly CopyList[],
  { fakes, limit, signal, add, report }: CopyShopOptions,
): Promise<CopiedList[]> {
  const copied: CopiedList[] = [];
  for (const { kind, name, model, personal, limited, leftOut, pages } of lists) {
    const max = limit !== undefined && limited ? limit : Number.POSITIVE_INFINITY;
    const masked = (object: object) =>
      fakes ? (maskValue(model, object, fakes, personal) as object) : object;
    let [seen, left, stored] = [0, 0, 0];
    let total: number | undefined;
    for await (const page of pages(signal)) {
      signal.throwIfAborted();
      const objects = page.objects.slice(0, max - stored).map(masked);
      left += add(kind, objects);
      seen += page.rows;
      stored += objects.length;
      total ??= page.total;
      const of = total === undefined ? undefined : Math.min(total, max);
      await report({ name, seen, total: of, fresh: seen });
      if (stored >= max) break;
    }
    const moved = max === Number.POSITIVE_INFINITY && total !== undefined && total !== seen;
    copied.push({ name, count: stored - left, left, leftOut, moved });
  }
  return copied;
}

/** What to copy of a shop. `costs`: on catalog v1, costs take a request per product. */
interface CopySelection {
  domains: readonly SnapshotDomain[];
  costs: boolean;
  since: Date | undefined;
}

/** Returns the lists of a shop that are copied into a sandbox, those first that others refer to. Needs an admin. */
async function copyLists(session: Session, { domains, costs, since }: CopySelection): Promise<CopyList[]> {
  const catalog = await openCatalog(session, "admin");
  const shop: ListedShop = { call: await session.call("admin"), catalog, costs, since };
  return (await copiedObjects(domains, catalog.version)).map((object) => copyList(object, shop));
}

function copyList(object: ShopObject & { copy: ObjectCopy }, shop: ListedShop): CopyList {
  const { kind, copy } = object;
  const list = copy.list ?? objectList(object, shop);
  return {
    ...copy,
    kind,
    model: copy.model ?? (list && objectModel(list)),
    name: objectPlural(object),
    personal: list?.endpoint.personal ?? true,
    async *pages(signal) {
      if (list === undefined) return;
      const complete = copy.complete?.(shop) ?? ((found) => [...found]);
      const { call } = shop;
      for await (const { items, total } of listPages(list, { call, signal }))
        yield { objects: await complete(items), rows: items.length, total };
    },
  };
}
