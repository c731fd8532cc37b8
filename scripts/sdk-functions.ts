import { type Change, type ContractFile, routeOf } from "./contract-reference.ts";

/** A function of the official SDK, and the request that it sends. */
export interface SdkFunction {
  /** `stores.brandsV3.createBrand`. */
  name: string;
  method: string;
  path: string;
  /** Where its arguments are in the input of the call, if its source says so. */
  args: string[] | undefined;
}

/** The functions of the SDK whose calls are not in the contract, by package and module: name, method and path. */
export type MissingCalls = Record<string, string[]>;

/**
 * Returns where the functions of the SDK differ from those that the contract names (`x-till-sdk`), and from those whose calls it
 * does not have.
 */
export function functionChanges(
  functions: readonly SdkFunction[],
  files: Readonly<Record<string, ContractFile>>,
  missing: MissingCalls,
): Change[] {
  const operations = Object.values(files).flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    ),
  );
  const byRoute = new Map(
    operations.flatMap(({ method, path, operation }) =>
      [path, ...((operation["x-till-alternatives"] ?? []) as string[])].map(
        (alternative) => [routeOf(method, alternative), operation] as const,
      ),
    ),
  );
  const named = new Map<unknown, string>();
  const lines = new Set<string>();
  for (const { name, method, path, args } of functions) {
    const operation = byRoute.get(routeOf(method, path));
    if (operation === undefined) lines.add(`${name} ${method} ${path}`);
    else if (args && !named.has(operation)) named.set(operation, [name, ...args].join(" "));
  }
  const changes: Change[] = [];
  for (const { operation } of operations) {
    const [before, now] = [operation["x-till-sdk"], named.get(operation)];
    if (before === now) continue;
    const what = `${before ?? "none"}, ${now ?? "none"} in the packages`;
    const apply = () => {
      operation["x-till-sdk"] = now;
    };
    changes.push({ at: `${operation.operationId} x-till-sdk`, what, apply });
  }
  const listed = new Set(
    Object.entries(missing).flatMap(([module, calls]) => calls.map((call) => `${module}.${call}`)),
  );
  for (const line of lines) if (!listed.has(line)) note(line, "a call that the contract lacks", true);
  for (const line of listed)
    if (!lines.has(line)) note(line, "not in the packages, or in the contract now", false);
  return changes;

  function note(at: string, what: string, isMissing: boolean): void {
    const [, module = "", call = ""] = /^(\w+\.\w+)\.(.*)$/.exec(at) ?? [];
    const apply = () => {
      const calls = missing[module]?.filter((listedCall) => listedCall !== call) ?? [];
      if (isMissing) calls.push(call);
      if (calls.length === 0) delete missing[module];
      else missing[module] = calls.sort();
    };
    changes.push({ at, what, apply });
  }
}

/** Returns how many functions of each package have a call in the contract, as text. */
export function coverageText(functions: readonly SdkFunction[], missing: MissingCalls): string {
  const lines = Object.entries(Object.groupBy(functions, ({ name }) => name.split(".")[0] ?? "")).map(
    ([name, { length = 0 } = []]) => {
      const modules = Object.entries(missing).filter(([module]) => module.startsWith(`${name}.`));
      return `@wix/${name}: ${length - modules.flatMap(([, calls]) => calls).length} of ${length} functions\n`;
    },
  );
  return lines.join("");
}

/** A value that a function of the SDK puts into its request: an argument, a member of one, or the other members of one. */
type Part = { argument: number; key?: string; isRest?: boolean };

/**
 * Returns where the arguments of a function are in the input of its call, as `sdkArguments` reads it: the function's own payload is
 * evaluated with marks in the place of its arguments. Undefined if the source has no such function, or does not say.
 */
export function argumentsOf(source: string, name: string): string[] | undefined {
  const typed = `typed${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const [start] = [name, typed].flatMap((one) =>
    [...source.matchAll(new RegExp(`^async function ${one}\\d*\\(([^)]*)\\) \\{$`, "gm"))].slice(-1),
  );
  if (start === undefined) return undefined;
  const body = source.slice(start.index, source.indexOf("\n}\n", start.index));
  const rename = "renameKeysFromSDKRequestToRESTRequest(";
  if (!body.includes(rename)) return undefined;
  const from = body.indexOf(rename) + rename.length;
  let to = from;
  for (let depth = 1; depth > 0; to++) depth += { "(": 1, ")": -1 }[body.charAt(to)] ?? 0;
  const parameters = (start[1] ?? "").split(",").flatMap((parameter) => parameter.trim() || []);
  const marks = parameters.map(
    (_, argument) =>
      new Proxy(
        {},
        {
          get: (_, key): Part => (key === "*" ? { argument, isRest: true } : { argument, key: String(key) }),
          ownKeys: () => ["*"],
          getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        },
      ),
  );
  // The second argument of the call names paths, which are not needed.
  const payload = new Function(...parameters, `return [${body.slice(from, to - 1)}][0]`)(...marks);
  const whole = new Map<number, string>();
  const parts = new Map<number, string[]>();
  const walk = (value: unknown, path: string) => {
    const argument = marks.indexOf(value as object);
    if (argument >= 0) return void whole.set(argument, path);
    if (typeof value !== "object" || value === null) return;
    const { argument: of, key, isRest, ...inner } = value as Partial<Part>;
    for (const [name, one] of Object.entries(inner)) walk(one, path === "" ? name : `${path}.${name}`);
    if (of === undefined) return;
    // A member with other values in it was spread.
    const spread = Object.keys(inner).length > 0 ? "*" : "";
    const text = isRest
      ? `${path.replace(/\.?\*$/, "")}*`
      : key === path && spread === ""
        ? key
        : `${key}:${path}${spread}`;
    parts.set(of, [...(parts.get(of) ?? []), text ?? ""]);
  };
  walk(payload, "");
  const args = parameters.map((_, index) => whole.get(index) ?? `{${(parts.get(index) ?? []).join(",")}}`);
  return args.includes("{}") ? undefined : args;
}
