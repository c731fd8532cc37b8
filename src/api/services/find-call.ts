import type { Method } from "../endpoint.ts";
import type { CallFacts } from "./calls.ts";

/** A call, and the values that stood in its path. */
export interface FoundCall {
  call: Addressed;
  params: Record<string, string>;
}

/** What a call's address is told from. */
export type Addressed = Pick<
  CallFacts,
  "name" | "method" | "path" | "public" | "alternatives" | "fallback" | "paging"
>;

type Form = readonly [Method, string];

/**
 * The calls that a method and a path can mean. Paths that travel (public, alternative, fallback) go before the
 * paths of a single service, which several services may share; written segments go before values.
 */
export function findCalls(calls: readonly Addressed[], method: Method, path: string): FoundCall[] {
  for (const formsOf of [travellingForms, serviceForms, olderForms]) {
    const found = bestOf(calls, method, path, formsOf);
    if (found.length > 0) return found;
  }
  return [];
}

const travellingForms = ({ method, public: path, alternatives = [], fallback }: Addressed): Form[] => [
  ...[path, ...alternatives].map((one): Form => [method, one]),
  ...(fallback ? [[fallback.method, fallback.public] as const] : []),
];

const serviceForms = ({ method, path }: Addressed): Form[] => [[method, path]];

/** Older clients post the queries that newer ones get. */
const olderForms = ({ method, path, paging }: Addressed): Form[] =>
  method === "GET" && paging ? [["POST", path]] : [];

function bestOf(
  calls: readonly Addressed[],
  method: Method,
  path: string,
  formsOf: (call: Addressed) => readonly Form[],
): FoundCall[] {
  const parts = path.split("/");
  const fits = calls.flatMap((call) => {
    const forms = formsOf(call).filter(([one]) => one === method);
    const matches = forms.flatMap(([, template]) => matchPath(template.split("/"), parts) ?? []);
    return matches.slice(0, 1).map((match) => ({ call, ...match }));
  });
  const best = fits
    .map(({ written }) => written)
    .sort()
    .at(-1);
  return fits.flatMap(({ written, ...found }) => (written === best ? [found] : []));
}

/** The values in a path, and per segment whether it is written out (`1`) or a value (`0`); undefined where it does not fit. */
function matchPath(
  template: readonly string[],
  parts: readonly string[],
): (Pick<FoundCall, "params"> & { written: string }) | undefined {
  if (template.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  let written = "";
  for (const [index, segment] of template.entries()) {
    const part = parts[index] ?? "";
    const isValue = segment.startsWith("{");
    if (isValue ? part === "" : part !== segment) return undefined;
    if (isValue) params[segment.slice(1, -1)] = part;
    written += isValue ? "0" : "1";
  }
  return { params, written };
}
