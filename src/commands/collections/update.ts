import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { findCollection } from "../../resources/collections/collections.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { type CollectionFields, collectionBody, printCollection } from "./fields.ts";

/** Changes the given fields of a collection and prints it. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  options: CollectionFields,
): Promise<ExitCode | undefined> {
  const body = collectionBody(options);
  if (Object.keys(body).length === 0) {
    throw new UsageError("Nothing to change.", {
      hint: "Say what: --name, --slug, --description or --visible.",
    });
  }
  const { call, client } = await catalogClient(context, "admin");
  const { id } = await findCollection(call, reference);
  await announceWriting(context);
  const { collection } = await client.collections.update({ collection: { id, ...body } });
  await printCollection(context, collection ?? {});
  return undefined;
}
