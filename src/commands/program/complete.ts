import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Actor } from "../../api/endpoint.ts";
import type { Order } from "../../api/services/orders.ts";
import type { LazyGroup } from "../../cli/command.ts";
import { pathsFor } from "../../config/paths.ts";
import { openChoices } from "../../context/choices.ts";
import { type Context, createContext, type Program } from "../../context/context.ts";
import type { Host } from "../../context/host.ts";
import { minute } from "../../kernel/durations.ts";
import { fit, sanitizeLine } from "../../kernel/text.ts";
import { type CursorContext, parseCursor } from "./completion-cursor.ts";
import type { Candidate } from "./completion-values.ts";

/** Placeholder kinds that take a file. */
const fileKinds = new Set(["file", "plan", "dir"]);
const refreshCommand = "__refresh";
const identityVariables = ["TILL_API_KEY", "TILL_ACCESS_TOKEN", "TILL_CLIENT_ID", "TILL_BASE_URL"] as const;

/**
 * Prints the completions for the last of these words, one per line: the value, a tab and a description; or `:files` to
 * let the shell complete file names. Prints nothing on an error, which would garble the prompt.
 */
export async function complete(
  args: readonly string[],
  groups: readonly LazyGroup[],
  host: Host,
): Promise<void> {
  try {
    const [first, kind = "", word = "", profile, as] = args;
    if (first === refreshCommand)
      return await refresh(
        await contextFor(host, { profile: profile || undefined, as: as || undefined }),
        kind,
        word,
      );
    const cursor = await parseCursor(args, groups);
    if (cursor.kind !== undefined && fileKinds.has(cursor.kind))
      return await host.streams.stdout.write(":files\n");
    const found =
      cursor.kind === undefined ? cursor.candidates : await completeValues(host, cursor, kindOf(cursor));
    const matching = found.filter(
      ({ value }) => value.startsWith(cursor.word) && sanitizeLine(value) === value,
    );
    // --sites also takes a file.
    if (cursor.kind === "site" && matching.length === 0) return await host.streams.stdout.write(":files\n");
    const lines = matching.map(
      ({ value, about }) => `${cursor.prefix}${value}${about && `\t${fit(sanitizeLine(about), 60)}`}\n`,
    );
    await host.streams.stdout.write(lines.join(""));
  } catch (error) {
    if (host.environment.debug) await host.streams.stderr.write(`${sanitizeLine(String(error))}\n`);
  }
}

/** Returns the loader name: the one for the command (`capture-order`) if there is one, else the one for the kind. */
function kindOf({ verb, kind = "" }: CursorContext): string {
  const specific = `${verb}-${kind}`;
  return specific in shopValues ? specific : kind;
}

async function contextFor(
  host: Host,
  { profile, as }: Pick<CursorContext, "profile" | "as">,
): Promise<Context> {
  const globals = {
    quiet: true,
    input: false,
    profile: profile || undefined,
    as: as ? (as as Actor) : undefined,
  };
  const { environment, platform } = host;
  const paths = pathsFor(environment.variables, platform);
  const choices = await openChoices({
    environment,
    paths,
    globals,
    cwd: host.cwd,
    notice: () => {},
    repairs: true,
  });
  const program: Program = {
    run: async () => ({ exitCode: 1 }),
    confirmChange: async () => {},
    jobKind: async () => undefined,
    local: async (context, maxAge) =>
      await (await import("../../mirror/local.ts")).openLocal(context, maxAge),
  };
  return createContext(host, globals, [], choices, program);
}

/**
 * Returns values from the cache, else from the sandbox. A hosted shop is queried by a background process, whose values are
 * available the next time the key is pressed. Nothing is queried if the environment defines the profile, because then
 * nothing may be written to disk.
 */
async function completeValues(
  host: Host,
  cursor: CursorContext,
  kind: string,
): Promise<readonly Candidate[]> {
  const { word, profile = "", as = "" } = cursor;
  const context = await contextFor(host, cursor);
  const cache = valueCache(context, kind);
  const cached = cache.get(word);
  if (cached.fresh) return cached.values;
  const local = localValues[kind];
  if (local) return await local(context, word);
  const load = shopValues[kind];
  if (!load || identityVariables.some((name) => host.environment.variables[name] !== undefined)) return [];
  try {
    // Which payments are authorized changes too often.
    const copied = load === authorized ? undefined : await fromCopy(context, (local) => load(local, word));
    if (copied !== undefined) return copied;
    if ((await context.site()).hosted) {
      if (!cached.refreshing) {
        cache.markRefreshing(word);
        host.again?.(["__complete", refreshCommand, kind, word, profile, as]);
      }
      return cached.values;
    }
    const values = await load(context, word);
    cache.set(word, values, isComplete(word, values));
    return values;
  } finally {
    await context.close();
  }
}

/** The age up to which the local copy of the shop has the names that one types. */
const copyAge = "1h";

/** Returns values from the local copy of the shop, if there is one that is not too old. */
async function fromCopy(
  context: Context,
  load: (local: Context) => Promise<Candidate[]>,
): Promise<Candidate[] | undefined> {
  const folder = join(context.paths.cache, "mirrors");
  if (!existsSync(folder)) return undefined;
  const copy = await context.local(copyAge).catch(() => undefined);
  try {
    return copy && (await load(copy.context));
  } catch {
    // The copy is incomplete; the shop has the values.
    return undefined;
  } finally {
    copy?.close();
  }
}

/** Returns whether the values are all that start with `word`. An empty word returns slugs only, so it is never complete. */
function isComplete(word: string, values: readonly Candidate[]): boolean {
  return word !== "" && values.length < maxValues;
}

async function refresh(context: Context, kind: string, word: string): Promise<void> {
  try {
    const values = (await shopValues[kind]?.(context, word)) ?? [];
    valueCache(context, kind).set(word, values, isComplete(word, values));
  } finally {
    await context.close();
  }
}

/** Loads at most `maxValues` values that start with a word. */
type ValueLoader = (context: Context, word: string) => Promise<Candidate[]>;

/** How many values are requested from a shop. */
const maxValues = 100;

/** How many of the newest jobs are offered. */
const maxJobs = 20;

/** Loaders for values from local files or the program itself. */
const localValues: Readonly<Record<string, ValueLoader>> = {
  job: async (context) => {
    const { listJobs } = await import("../../cli/jobs/list.ts");
    const found = (await listJobs(context, {})).slice(0, maxJobs).map(({ id, state, command }) => ({
      value: id,
      about: state === "damaged" ? state : `${state}: ${command}`,
    }));
    return [{ value: "last", about: "the newest job" }, ...found];
  },
  sale: async (context) => {
    const jobs = await context.jobs();
    return (await jobs.list()).flatMap((entry) =>
      "job" in entry && entry.job.kind === "products.sale" && entry.state !== "undone"
        ? [{ value: entry.job.name ?? entry.id, about: `until ${entry.job.until}` }]
        : [],
    );
  },
  run: async (context) => {
    const { listJobs } = await import("../../cli/jobs/list.ts");
    const runs = new Map(
      (await listJobs(context, {})).flatMap(({ run, command }) => (run ? [[run, command]] : [])),
    );
    return [...runs].slice(0, maxJobs).map(([value, about]) => ({ value: value ?? "", about: about ?? "" }));
  },
  site: async (context, word) => {
    const [{ groupsOf }, { settingsFile }] = await Promise.all([
      import("../../config/groups.ts"),
      import("../../config/settings-file.ts"),
    ]);
    const groups = groupsOf(settingsFile(context.paths.settingsFile).read());
    return [
      { value: "all", about: "all profiles except sandbox" },
      ...[...groups].map(([name, members]) => ({ value: `@${name}`, about: members.join(", ") })),
      ...((await localValues.profile?.(context, word)) ?? []),
    ];
  },
  profile: async ({ paths }) => {
    const [{ listProfiles }, { settingsFile }] = await Promise.all([
      import("../../config/profiles.ts"),
      import("../../config/settings-file.ts"),
    ]);
    return listProfiles(settingsFile(paths.settingsFile).read()).map(({ name, platform }) => ({
      value: name,
      about: typeof platform === "string" ? platform : platform.baseUrl,
    }));
  },
  view: async ({ paths }) => {
    const { readSavedViews } = await import("../../config/saved-views.ts");
    return Object.entries(readSavedViews(paths.viewsFile)).map(([value, { list, filter = "" }]) => ({
      value,
      about: [list, filter].filter(Boolean).join(": "),
    }));
  },
  backup: async (context) => {
    const { backupFolder, listBackups, objectsIn } = await import("../../copies/backups.ts");
    const silent = { notice: async () => {} };
    return (await listBackups(silent, await backupFolder(context))).map(({ name, manifest, takenAt }) => ({
      value: name,
      about: `${takenAt}, ${objectsIn(manifest)} objects`,
    }));
  },
  setting: async () => {
    const { settings } = await import("../../config/settings.ts");
    return Object.entries(settings).map(([value, { about }]) => ({ value, about }));
  },
  call: async () => {
    const { calls } = await import("../../api/services/calls.ts");
    return calls.map(({ name, summary }) => ({ value: name, about: summary }));
  },
  topic: async () => {
    const { topics } = await import("../../api/contract/topics.ts");
    const { shortName } = await import("../../webhooks/topic-names.ts");
    return [...new Map(topics.map(({ type }) => [shortName(type), type]))].map(([value, about]) => ({
      value,
      about,
    }));
  },
};

/** Returns a loader for the numbers of the newest orders that match a filter. */
const orderLoader =
  (filter: object): ValueLoader =>
  async (context, word) => {
    const { orders } = await import("../../api/services/orders.ts");
    const call = await context.call("admin");
    const startsWith = word === "" ? {} : { number: { $startsWith: word } };
    const search = {
      filter: { ...filter, ...startsWith },
      sort: [{ fieldName: "createdDate", order: "DESC" }],
      cursorPaging: { limit: maxValues },
    };
    const body = await call(orders.search, { search });
    return ((body.orders ?? []) as Order[]).map(({ number, buyerInfo, priceSummary, currency }) => ({
      value: number ?? "",
      about: [priceSummary?.total?.amount, currency, buyerInfo?.email].filter(Boolean).join(" "),
    }));
  };
/** Orders with authorized payments. */
const authorized = orderLoader({ "balanceSummary.authorized.amount": { $gt: "0" } });

/** Loaders for values from the shop; `capture-order` replaces `order` after the verb `capture`. */
const shopValues: Readonly<Record<string, ValueLoader>> = {
  product: async (context, word) => {
    const [{ productResource }, { openCatalog }, { completeReferences }] = await Promise.all([
      import("../../resources/products/resource.ts"),
      import("../../resources/products/read.ts"),
      import("./completion-values.ts"),
    ]);
    const found = await completeReferences(productResource, context, { word, limit: maxValues });
    if (word === "") return found;
    const catalog = await openCatalog(context);
    for (const { code, product, variant } of await catalog.variants(
      { $startsWith: word },
      { limit: maxValues },
    )) {
      const about = [product, variant].filter(Boolean).join(", ");
      if (code.startsWith(word) && found.every(({ value }) => value !== code))
        found.push({ value: code, about });
    }
    return found;
  },
  collection: async (context, word) => {
    const [{ collectionResource }, { completeReferences }] = await Promise.all([
      import("../../resources/collections/resource.ts"),
      import("./completion-values.ts"),
    ]);
    return await completeReferences(collectionResource, context, { word, limit: maxValues });
  },
  order: orderLoader({}),
  "capture-order": authorized,
  "void-order": authorized,
};

/** How long values stay fresh, in milliseconds. */
const maxAge = minute;
/** How long to wait for a background refresh before starting another one, in milliseconds. */
const refreshTimeout = 10_000;
/** How many prefixes are cached. */
const maxEntries = 20;

interface Entry {
  /** The prefix of the values. */
  word: string;
  /** Whether these are all values with the prefix, so that they also answer longer prefixes. */
  complete: boolean;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  refreshStartedAt: number;
  values: Candidate[];
}

/** The cached values of one kind and profile. */
export interface ValueCache {
  /** Returns the cached values, whether they are `fresh` and whether a background refresh is running. */
  get(word: string): { values: Candidate[]; fresh: boolean; refreshing: boolean };
  /** Records that a background refresh was started. */
  markRefreshing(word: string): void;
  set(word: string, values: Candidate[], complete: boolean): void;
}

/** Opens the cache of a kind. It is empty after a change of profile or settings. */
function valueCache({ paths, globals, environment, now }: Context, kind: string): ValueCache {
  const file = join(paths.cache, "completion", `${kind}.json`);
  const { TILL_PROFILE, TILL_BASE_URL, TILL_SITE_ID, TILL_CLIENT_ID } = environment.variables;
  const settings = statSync(paths.settingsFile, { throwIfNoEntry: false })?.mtimeMs;
  const key = JSON.stringify([
    globals.profile,
    globals.as,
    TILL_PROFILE,
    TILL_BASE_URL,
    TILL_SITE_ID,
    TILL_CLIENT_ID,
    settings,
  ]);
  const time = now().getTime();
  const entries = (): Entry[] => {
    try {
      const stored = JSON.parse(readFileSync(file, "utf8")) as { key: string; entries: Entry[] };
      return stored.key === key ? stored.entries : [];
    } catch {
      // A missing or damaged cache counts as empty.
      return [];
    }
  };
  const write = (entry: Entry) => {
    const others = entries().filter(
      ({ word, updatedAt, refreshStartedAt }) =>
        word !== entry.word && time - Math.max(updatedAt, refreshStartedAt) < maxAge,
    );
    mkdirSync(join(paths.cache, "completion"), { recursive: true, mode: 0o700 });
    const part = `${file}.${process.pid}`;
    writeFileSync(part, JSON.stringify({ key, entries: [entry, ...others].slice(0, maxEntries) }), {
      mode: 0o600,
    });
    renameSync(part, file);
  };
  const find = (word: string) => entries().find((entry) => entry.word === word);
  return {
    get(word) {
      const found =
        entries().find((one) => time - one.updatedAt < maxAge && one.complete && word.startsWith(one.word)) ??
        find(word);
      const { values = [], updatedAt = 0, refreshStartedAt = 0 } = found ?? {};
      return {
        values,
        fresh: time - updatedAt < maxAge,
        refreshing: time - refreshStartedAt < refreshTimeout,
      };
    },
    markRefreshing: (word) =>
      write({
        ...(find(word) ?? { word, complete: false, updatedAt: 0, values: [] }),
        refreshStartedAt: time,
      }),
    set: (word, values, complete) => write({ word, complete, updatedAt: time, refreshStartedAt: 0, values }),
  };
}
