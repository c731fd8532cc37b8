import type { Resource } from "../../resources/resource.ts";
import type { Runnable, Verb } from "../command.ts";

type LoadResource<Row extends object> = () => Promise<Resource<Row>>;

/** Returns the parts of a `list` verb that a resource supplies. */
export function listsResource<Row extends object>(
  resource: LoadResource<Row>,
): Pick<Verb, "resource" | "load"> {
  const load = async (): Promise<Runnable> => {
    const [opened, { printList }] = await Promise.all([resource(), import("./print.ts")]);
    return {
      run: async (context, args, options) =>
        await printList(context, opened, await opened.open(context), { args, options }),
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
      async run(context, args, options) {
        await printCount(context, opened, await opened.open(context), { args, options });
        return undefined;
      },
    };
  };
  return { resource, load };
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
        await printObject(context, opened, await access.get(reference, options));
        return undefined;
      },
    };
  };
  return { resource, load };
}
