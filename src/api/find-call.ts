import { type Endpoint, type Method, type Shelves, walk } from "./endpoint.ts";

/** A call by its name, and the values that stood in its path. */
export interface FoundCall {
  name: string;
  endpoint: Endpoint;
  params: Record<string, string>;
}

type Form = readonly [Method, string];

/**
 * The calls that a method and a path can mean. Paths that travel (public, alternative, fallback) go before the
 * paths of a single service, which several services may share; written segments go before values.
 */
export function findCalls(shelves: Shelves, method: Method, path: string): FoundCall[] {
  const calls = [...walk(shelves)];
  const found = bestOf(calls, method, path, travellingForms);
  return found.length > 0 ? found : bestOf(calls, method, path, (one) => [[one.method, one.path]]);
}

const travellingForms = ({ method, public: path, alternatives = [], fallback }: Endpoint): Form[] => [
  ...[path, ...alternatives].map((one): Form => [method, one]),
  ...(fallback ? [[fallback.method, fallback.public] as const] : []),
];

function bestOf(
  calls: readonly [string, Endpoint][],
  method: Method,
  path: string,
  formsOf: (endpoint: Endpoint) => readonly Form[],
): FoundCall[] {
  const parts = path.split("/");
  const fits = calls.flatMap(([name, endpoint]) => {
    const forms = formsOf(endpoint).filter(([one]) => one === method);
    const matches = forms.flatMap(([, template]) => matchPath(template.split("/"), parts) ?? []);
    return matches.slice(0, 1).map((match) => ({ name, endpoint, ...match }));
  });
  const best = fits
    .map(({ written }) => written)
    .sort()
    .at(-1);
  return fits.flatMap(({ written, ...call }) => (written === best ? [call] : []));
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
