import { collections } from "../../api/endpoints/collections.ts";
import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { findCollection } from "../../resources/collections.ts";
import { confirm } from "../ask.ts";
import { announceWriting } from "../writing.ts";

/** Deletes a collection; its products stay. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { yes }: { yes?: boolean },
): Promise<ExitCode | undefined> {
  const { id, name, numberOfProducts } = await findCollection(await context.call("admin"), reference);
  await confirm(
    context,
    `Delete the collection "${name}" (its ${numberOfProducts ?? 0} products stay)?`,
    yes,
  );
  const client = await context.client({ collections }, "admin");
  await announceWriting(context);
  await client.collections.remove({ id: id ?? "" });
  await context.notice(`Deleted the collection "${name}".`);
  return undefined;
}
