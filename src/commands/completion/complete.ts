import type { Role } from "../../api/endpoint.ts";
import type { LazyGroup } from "../../cli/command.ts";
import { pathsFor } from "../../config/paths.ts";
import { openChoices } from "../../context/choices.ts";
import { type Context, createContext, type Host } from "../../context/context.ts";
import { fit, sanitiseLine } from "../../kernel/text.ts";
import { valueCache } from "./cache.ts";
import { type Candidate, type Spot, spotAt } from "./spot.ts";
import { localValues, most, shopValues } from "./values.ts";

/** Kinds of placeholders that name a file. */
const files = new Set(["file", "plan", "dir"]);
const renewal = "__renew";
const identityVariables = ["TILL_API_KEY", "TILL_ACCESS_TOKEN", "TILL_CLIENT_ID", "TILL_BASE_URL"] as const;

/**
 * Prints what can stand at the end of these words, a line each: the value, a tab, what it is; `:files` where the shell
 * is to offer its files. Whatever goes wrong, it prints nothing: a shell that completes has no place for an error.
 */
export async function complete(
  words: readonly string[],
  groups: readonly LazyGroup[],
  host: Host,
): Promise<void> {
  try {
    const [first, kind = "", word = "", profile, as] = words;
    if (first === renewal)
      return await renew(
        await contextFor(host, { ...(profile && { profile }), ...(as && { as }) }),
        kind,
        word,
      );
    const spot = await spotAt(words, groups);
    if (spot.kind !== undefined && files.has(spot.kind)) return await host.streams.stdout.write(":files\n");
    const found = spot.kind === undefined ? spot.candidates : await valuesAt(host, spot, kindOf(spot));
    const lines = found
      .filter(({ value }) => value.startsWith(spot.word) && sanitiseLine(value) === value)
      .map(({ value, about }) => `${spot.prefix}${value}${about && `\t${fit(sanitiseLine(about), 60)}`}\n`);
    await host.streams.stdout.write(lines.join(""));
  } catch (error) {
    if (host.environment.debug) await host.streams.stderr.write(`${sanitiseLine(String(error))}\n`);
  }
}

/** What stands at a spot: what its command can deal with, where that is known (`capture-order`), else any of the kind. */
function kindOf({ verb, kind = "" }: Spot): string {
  const narrow = `${verb}-${kind}`;
  return narrow in shopValues ? narrow : kind;
}

async function contextFor(host: Host, { profile, as }: Pick<Spot, "profile" | "as">): Promise<Context> {
  const globals = { quiet: true, input: false, ...(profile && { profile }), ...(as && { as: as as Role }) };
  const { environment, platform } = host;
  const paths = pathsFor(environment.variables, platform);
  const choices = await openChoices({ environment, paths, globals, notice: () => {}, lenient: true });
  const runsNothing = async () => 1 as const;
  return createContext(host, globals, [], choices, runsNothing);
}

/**
 * Values from the cache where it has them. Else the sandbox is asked at once, and a hosted shop by a second process:
 * what it finds is there when the key is pressed again. A shop that only the environment describes leaves nothing on
 * disk, so it is not asked at all.
 */
async function valuesAt(host: Host, spot: Spot, kind: string): Promise<readonly Candidate[]> {
  const { word, profile = "", as = "" } = spot;
  const context = await contextFor(host, spot);
  const cache = valueCache(context, kind);
  const known = cache.look(word);
  if (known.fresh) return known.values;
  const local = localValues[kind];
  if (local) return await local(context, word);
  const load = shopValues[kind];
  if (!load || identityVariables.some((name) => host.environment.variables[name] !== undefined)) return [];
  try {
    if ((await context.site()).hosted) {
      if (!known.asked) {
        cache.ask(word);
        host.again?.(["__complete", renewal, kind, word, profile, as]);
      }
      return known.values;
    }
    const values = await load(context, word);
    cache.keep(word, values, isComplete(word, values));
    return values;
  } finally {
    await context.close();
  }
}

/** Whether longer words can be answered from these values: before the first letter not all kinds of names are offered. */
function isComplete(word: string, values: readonly Candidate[]): boolean {
  return word !== "" && values.length < most;
}

async function renew(context: Context, kind: string, word: string): Promise<void> {
  try {
    const values = (await shopValues[kind]?.(context, word)) ?? [];
    valueCache(context, kind).keep(word, values, isComplete(word, values));
  } finally {
    await context.close();
  }
}
