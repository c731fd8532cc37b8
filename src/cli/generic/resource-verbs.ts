import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import type { Resource } from "../../resources/resource.ts";
import type { Runnable, Verb } from "../command.ts";
import type { ListOptions } from "../flags.ts";

type LoadResource<Row extends object> = () => Promise<Resource<Row>>;

/** Returns the parts of a `list` verb that a resource supplies. */
export function listsResource<Row extends object>(
  resource: LoadResource<Row>,
): Pick<Verb, "resource" | "load"> {
  const load = async (): Promise<Runnable> => {
    const [opened, { printList }] = await Promise.all([resource(), import("./print.ts")]);
    return {
      run: async (context, args, options) =>
        await readList(context, options, async (session, rest) =>
          printList(context, opened, await opened.open(session), { args, options: rest }),
        ),
    };
  };
  return { resource, load };
}

/** Returns the parts of a `count` verb that a resource supplies. */
export function countsResource<Row extends object>(
  resource: LoadResource<Row>,
): Pick<Verb, "resource" | "load"> {
  const load = async (): Promise<Runnable> => {
    const [opened, { printCount }] = await Promise.all([resource(), import("./print.ts")]);
    return {
      run: async (context, args, options) =>
        await readList(context, options, async (session, rest) => {
          await printCount(context, opened, await opened.open(session), { args, options: rest });
          return undefined;
        }),
    };
  };
  return { resource, load };
}

/**
 * Runs work that reads a list: from the platform, or with --local from the local copy. Then it says how old that is. The work gets
 * the options without --local.
 */
export async function readList(
  context: Context,
  { local: maxAge, ...options }: ListOptions,
  work: (session: Context, options: ListOptions) => Promise<ExitCode | undefined>,
): Promise<ExitCode | undefined> {
  const local = maxAge === undefined ? undefined : await context.local(maxAge);
  try {
    const code = await work(local?.context ?? context, options);
    if (local) await context.notice(local.age());
    return code;
  } finally {
    local?.close();
  }
}

/** Returns the parts of a `get` verb that a resource supplies. */
export function getsResource<Row extends object>(
  resource: LoadResource<Row>,
): Pick<Verb, "resource" | "load"> {
  const load = async (): Promise<Runnable> => {
    const [opened, { printObject }] = await Promise.all([resource(), import("./print.ts")]);
    return {
      async run(context, [reference = ""], options) {
        const access = await opened.open(context);
        await printObject(
          context,
          opened,
          await access.get(reference, { ...options, output: context.globals.fields }),
        );
        return undefined;
      },
    };
  };
  return { resource, load };
}
