import type { Context } from "../context/context.ts";
import { readNdjson } from "../files/ndjson.ts";
import { UsageError } from "../kernel/errors.ts";
import { readSource, sourceName } from "./source.ts";

/**
 * Returns the references on the command line, with `-` replaced by the ids of the NDJSON records on stdin. Reads and
 * checks all of stdin first; throws UsageError for a record of another kind or without an id.
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
        references.push(idOf(value, kind, `stdin, line ${line}`));
  }
  return references;
}

function idOf(record: Record<string, unknown>, kind: string, position: string): string {
  checkKind(record, kind, position);
  const { id } = record;
  if (typeof id === "string" && id !== "") return id;
  throw new UsageError(`${position}: the record has no id. Nothing was sent.`, {
    field: "id",
    hint: "Pipe in whole records, or include the id: --fields id,name",
  });
}

/** Throws UsageError, with the record's position, if its `_kind` is not the expected kind. */
export function checkKind({ _kind: found }: { _kind?: unknown }, kind: string, position: string): void {
  if (found === undefined || found === kind) return;
  throw new UsageError(
    `${position}: expected a ${kind}, got a record of kind "${found}". Nothing was sent.`,
    {
      code: "WRONG_KIND",
      field: "_kind",
    },
  );
}
