import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import type { Resource } from "../../resources/resource.ts";
import type { Runnable, Verb } from "../command.ts";
import type { ListOptions } from "../flags.ts";

type LoadResource<Row extends object> = () => Promise<Resource<Row>>;

/** The parts of a verb that a resource supplies. */
type ResourceVerb = Pick<Verb, "resource" | "load">;

/** Returns the parts of a verb: `run` is what an opened resource and what prints it do. */
function verbOf<Row extends object>(
  resource: LoadResource<Row>,
  run: (opened: Resource<Row>, print: typeof import("./print.ts")) => Runnable["run"],
): ResourceVerb {
  const load = async () => ({ run: run(...(await Promise.all([resource(), import("./print.ts")]))) });
  return { resource, load };
}

/** Returns the parts of a `list` verb that a resource supplies. */
export const listsResource = <Row extends object>(resource: LoadResource<Row>): ResourceVerb =>
  verbOf(
    resource,
    (opened, { printList }) =>
      async (context, args, options) =>
        await readList(context, options, async (session, rest) =>
          printList(context, opened, await opened.open(session), { args, options: rest }),
        ),
  );

/** Returns the parts of a `count` verb that a resource supplies. */
export const countsResource = <Row extends object>(resource: LoadResource<Row>): ResourceVerb =>
  verbOf(
    resource,
    (opened, { printCount }) =>
      async (context, args, options) =>
        await readList(context, options, async (session, rest) => {
          await printCount(context, opened, await opened.open(session), { args, options: rest });
          return undefined;
        }),
  );

/** Returns the parts of a `get` verb that a resource supplies. */
export const getsResource = <Row extends object>(resource: LoadResource<Row>): ResourceVerb =>
  verbOf(resource, (opened, { printObject }) => async (context, [reference = ""], options) => {
    const access = await opened.open(context);
    const object = await access.get(reference, { ...options, output: context.globals.fields });
    await printObject(context, opened, object);
    return undefined;
  });

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
