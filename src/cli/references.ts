import type { Context } from "../context/context.ts";
import { readNdjson } from "../files/ndjson.ts";
import { UsageError } from "../kernel/errors.ts";
import { readSource, sourceName } from "./source.ts";

/**
 * The entities named on the command line: references as they are, `-` as NDJSON records on stdin, of which the ids
 * are taken. Everything is read and checked before anything is sent; a record of another kind is a UsageError.
 */
export async function readReferences(
  context: Context,
  args: readonly string[],
  kind: string,
): Promise<string[]> {
  if (!args.includes("-")) return [...args];
  const references: string[] = [];
  for (const arg of args) {
    if (arg !== "-") references.push(arg);
    else
      for await (const { line, value } of readNdjson(
        readSource(context, arg, `till ${kind}s list --output ndjson | till …`),
        { name: sourceName(arg) },
      ))
        references.push(idOf(value, kind, line));
  }
  return references;
}

function idOf(record: Record<string, unknown>, kind: string, line: number): string {
  const { _kind: found, id } = record;
  if (found !== undefined && found !== kind) {
    throw new UsageError(
      `stdin, line ${line}: this is of kind "${found}", and ${kind}s are wanted. Nothing was sent.`,
      {
        code: "WRONG_KIND",
        field: "_kind",
      },
    );
  }
  if (typeof id === "string" && id !== "") return id;
  throw new UsageError(`stdin, line ${line}: the record has no id. Nothing was sent.`, {
    field: "id",
    hint: "Pipe whole records, or keep the id: --fields id,name",
  });
}
