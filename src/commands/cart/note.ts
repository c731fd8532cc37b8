import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { currentCart, openCurrent, printCart } from "./current.ts";

const longest = 1000;

/** Leaves a note to the shop on the current cart, and prints it. */
export async function run(context: Context, [note = ""]: string[]): Promise<ExitCode | undefined> {
  if (note.length > longest)
    throw new UsageError(`A note has at most ${longest} characters; this one has ${note.length}.`);
  const port = await openCurrent(context);
  const cart = await currentCart(port);
  await announceWriting(context);
  await printCart(context, await port.change({ note }, cart));
  return undefined;
}
