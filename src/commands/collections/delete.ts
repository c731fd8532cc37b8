import { confirm } from "../../cli/ask.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { findCollection } from "../../resources/collections/collections.ts";
import { catalogClient } from "../../resources/products/read.ts";

/** Deletes a collection; its products stay. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { yes }: { yes?: boolean },
): Promise<ExitCode | undefined> {
  const { call, client } = await catalogClient(context, "admin");
  const { id, name, numberOfProducts } = await findCollection(call, reference);
  await confirm(
    context,
    `Delete the collection "${name}" (its ${numberOfProducts ?? 0} products stay)?`,
    yes,
  );
  await announceWriting(context);
  await client.collections.remove({ id: id ?? "" });
  await context.notice(`Deleted the collection "${name}".`);
  return undefined;
}
