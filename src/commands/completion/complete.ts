import type { Actor } from "../../api/endpoint.ts";
import type { LazyGroup } from "../../cli/command.ts";
import { pathsFor } from "../../config/paths.ts";
import { openChoices } from "../../context/choices.ts";
import { type Context, createContext } from "../../context/context.ts";
import type { Host } from "../../context/host.ts";
import { fit, sanitiseLine } from "../../kernel/text.ts";
import { valueCache } from "./cache.ts";
import type { Candidate } from "./candidate.ts";
import { type CursorContext, parseCursor } from "./cursor.ts";
import { localValues, maxValues, shopValues } from "./values.ts";

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
        await contextFor(host, { ...(profile && { profile }), ...(as && { as }) }),
        kind,
        word,
      );
    const cursor = await parseCursor(args, groups);
    if (cursor.kind !== undefined && fileKinds.has(cursor.kind))
      return await host.streams.stdout.write(":files\n");
    const found =
      cursor.kind === undefined ? cursor.candidates : await completeValues(host, cursor, kindOf(cursor));
    const matching = found.filter(
      ({ value }) => value.startsWith(cursor.word) && sanitiseLine(value) === value,
    );
    // --sites also takes a file.
    if (cursor.kind === "site" && matching.length === 0) return await host.streams.stdout.write(":files\n");
    const lines = matching.map(
      ({ value, about }) => `${cursor.prefix}${value}${about && `\t${fit(sanitiseLine(about), 60)}`}\n`,
    );
    await host.streams.stdout.write(lines.join(""));
  } catch (error) {
    if (host.environment.debug) await host.streams.stderr.write(`${sanitiseLine(String(error))}\n`);
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
  const globals = { quiet: true, input: false, ...(profile && { profile }), ...(as && { as: as as Actor }) };
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
  const runsNothing = { run: async () => ({ exitCode: 1 as const }), jobKind: async () => undefined };
  return createContext(host, globals, [], choices, runsNothing);
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
