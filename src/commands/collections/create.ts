import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { type CollectionFields, collectionBody, printCollection } from "./fields.ts";

/** Creates a collection and prints it. */
export async function run(
  context: Context,
  _args: string[],
  options: CollectionFields,
): Promise<ExitCode | undefined> {
  if (options.name === undefined)
    throw new UsageError("A collection needs a name.", {
      field: "--name",
      hint: "Add: --name 'Winter sale'",
    });
  const { client } = await catalogClient(context, "admin");
  await announceWriting(context);
  const { collection } = await client.collections.create({ collection: collectionBody(options) });
  await printCollection(context, collection ?? {});
  return undefined;
}
