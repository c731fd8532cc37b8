import type { Method } from "../endpoint.ts";
import type { CallFacts } from "./calls.ts";

/** A call, and the values in its path. */
export interface FoundCall<T = Addressed> {
  call: T;
  params: Record<string, string>;
}

/** The fields of a call that determine its URLs. */
export type Addressed = Pick<
  CallFacts,
  "name" | "method" | "path" | "public" | "alternatives" | "fallback" | "paging"
>;

/** A method and a path template that reach a call, such as `GET` and `/v1/orders/{id}`. */
export type Form = readonly [Method, string];

/**
 * Returns the calls that a method and a path can mean. Public, alternative and fallback paths win over the paths of a
 * single service, which several services may share.
 */
export function findCalls(calls: readonly Addressed[], method: Method, path: string): FoundCall[] {
  for (const formsOf of [publicForms, serviceForms, olderForms]) {
    const found = matchForms(calls, formsOf, method, path);
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the forms of a call on its public, alternative and fallback paths. */
export function publicForms({
  method,
  public: path,
  alternatives = [],
  fallback,
}: Pick<Addressed, "method" | "public" | "alternatives" | "fallback">): Form[] {
  const forms = [path, ...alternatives].map((one): Form => [method, one]);
  return fallback ? [...forms, [fallback.method, fallback.public]] : forms;
}

const serviceForms = ({ method, path }: Addressed): Form[] => [[method, path]];

/** Older clients POST the queries that newer ones GET. */
const olderForms = ({ method, path, paging }: Addressed): Form[] =>
  method === "GET" && paging ? [["POST", path]] : [];

/** Returns the calls with the most specific form that fits: at the first difference, literal segments win over values. */
export function matchForms<T>(
  calls: readonly T[],
  formsOf: (call: T) => readonly Form[],
  method: string,
  path: string,
): FoundCall<T>[] {
  const parts = path.split("/");
  const fits = calls.flatMap((call) => {
    const forms = formsOf(call).filter(([one]) => one === method);
    const matches = forms.flatMap(([, template]) => matchPath(template.split("/"), parts) ?? []);
    return matches.slice(0, 1).map((match) => ({ call, ...match }));
  });
  const best = fits
    .map(({ literal }) => literal)
    .sort()
    .at(-1);
  return fits.flatMap(({ literal, ...found }) => (literal === best ? [found] : []));
}

/** Returns the values in a path, and per segment whether it is literal (`1`) or a value (`0`); undefined if it does not fit. */
function matchPath(
  template: readonly string[],
  parts: readonly string[],
): (Pick<FoundCall, "params"> & { literal: string }) | undefined {
  if (template.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  let literal = "";
  for (const [index, segment] of template.entries()) {
    const part = parts[index] ?? "";
    const isValue = segment.startsWith("{");
    if (isValue ? part === "" : part !== segment) return undefined;
    if (isValue) params[segment.slice(1, -1)] = part;
    literal += isValue ? "0" : "1";
  }
  return { params, literal };
}
