import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { openSession, type Understood } from "../../cli/edit/session.ts";
import { beginJournal, runJob } from "../../cli/jobs/run.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import {
  type EditedDocument,
  editText,
  type Mistake,
  readDocuments,
  withoutOldMistakes,
} from "../../files/edit.ts";
import { commandLine } from "../../kernel/command-line.ts";
import { exitCodes, UsageError } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import type { Edit, EditKind, EditOptions, OpenObject } from "./kind.ts";

/** What can be opened: the arguments, or the ids in a file that was kept. */
export interface Chosen {
  args: readonly string[];
  options: EditOptions;
}

/** Returns the command of a kind: opens the chosen objects in an editor, and applies what was saved as a job. */
export function editCommand<Values extends { id?: string | undefined }>(
  open: (context: Context, chosen: Chosen) => Promise<EditKind<Values>>,
) {
  return async (context: Context, args: string[], options: EditOptions): Promise<CommandResult> => {
    checkConfirmation(context, options);
    const kept = options.file === undefined ? undefined : readKept(resolve(context.cwd, options.file));
    if (kept && (args.length > 0 || options.filter !== undefined || options.all))
      throw new UsageError("--file names the objects by their ids. Give nothing else.", { field: "--file" });
    const kind = await open(context, { args: kept ? kept.ids : args, options });
    const { plural, singular, objects } = kind;
    if (objects.length === 0) {
      await context.notice(`No ${plural} to edit.`);
      return { exitCode: exitCodes.ok };
    }
    const text = editText(
      headOf(kind),
      objects.map(({ id, label, fields }) => ({ label, fields: { id, ...fields } })),
    );
    const session = openSession(context, {
      name: `${plural}.yaml`,
      text,
      ...(kept && { begun: kept }),
      again: (file) => commandLine("edit", plural, "--file", file),
    });
    let keep = true;
    try {
      const rows = await session.edit((edited) => understand(kind, edited));
      if (rows === undefined || rows.every((row) => "length" in row && row.length === 0)) {
        keep = false;
        await context.notice("No changes.");
        return { exitCode: exitCodes.ok, summary: "No changes." };
      }
      const journal = await beginJournal(context, kind.job);
      // The same command with another text is not the same run.
      journal.amend({ inputHash: createHash("sha256").update(JSON.stringify(rows)).digest("hex") });
      const result = await runJob(
        context,
        {
          kind: kind.job,
          title: `Edit ${countOf(rows.length, singular)}`,
          rows,
          toSteps: (row: PlannedRow) => row,
          work: await kind.work(),
          options,
        },
        journal,
      );
      keep = result.exitCode !== exitCodes.ok || (options.dryRun === true && options.planOut === undefined);
      return result;
    } finally {
      await session.close(keep);
    }
  };
}

/** Throws UsageError if the changes could not be confirmed: before somebody types them. */
function checkConfirmation({ streams, globals }: Context, { yes, dryRun, planOut }: EditOptions): void {
  if (yes || dryRun || planOut !== undefined || (streams.terminal !== undefined && !globals.json)) return;
  throw new UsageError("Cannot confirm changes without a terminal. Nothing was sent.", {
    code: "CONFIRMATION_NEEDED",
    field: "--yes",
    hint: "To apply what is saved without a question, add: --yes. To only show it: --dry-run",
  });
}

/** Returns the text of an earlier command, and the ids in it. Throws UsageError for a file without any. */
function readKept(file: string): { file: string; text: string; ids: string[] } {
  let text: string;
  try {
    text = withoutOldMistakes(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new UsageError(`Cannot read ${file}.`, { field: "--file", cause });
  }
  const ids = [...text.matchAll(/^id:[ \t]*["']?([\w-]+)/gm)].map(([, id = ""]) => id);
  if (ids.length > 0) return { file, text, ids: [...new Set(ids)] };
  throw new UsageError(`${file} has no ids, so it names no objects.`, {
    field: "--file",
    hint: "Use a file that till edit has kept.",
  });
}

function headOf({ singular, objects, notes }: Pick<EditKind, "singular" | "objects" | "notes">): string[] {
  return [
    `${countOf(objects.length, singular)}. Save and close the editor to see what would change, before it is sent.`,
    "To cancel, save the file unchanged or empty.",
    "",
    `id says which ${singular} a document is: do not change it. A new name or slug renames the ${singular}.`,
    "What you remove from this file stays as it is in the shop. null and [] clear a field.",
    ...notes,
  ];
}

/** Reads a text and plans its changes, or returns its mistakes. */
async function understand<Values extends { id?: string | undefined }>(
  kind: EditKind<Values>,
  text: string,
): Promise<Understood<PlannedRow[]>> {
  const { documents, mistakes } = readDocuments(text, kind.schema);
  const matched = matchDocuments(kind, documents as EditedDocument<Values>[]);
  const found = [...mistakes, ...matched.mistakes];
  if (found.length > 0) return { mistakes: found };
  const planned = await kind.plan(matched.edits);
  return "mistakes" in planned ? planned : { value: planned.rows };
}

/** Finds the object of each document by its id. */
function matchDocuments<Values extends { id?: string | undefined }>(
  { objects, singular, plural }: Pick<EditKind, "objects" | "singular" | "plural">,
  documents: readonly EditedDocument<Values>[],
): { edits: Edit<Values>[]; mistakes: Mistake[] } {
  const byId = new Map(objects.map((object) => [object.id, object]));
  const lines = new Map<string, number>();
  const edits: Edit<Values>[] = [];
  const mistakes: Mistake[] = [];
  for (const document of documents) {
    const { id } = document.values;
    const line = document.lineOf(["id"]);
    const object = byId.get(id ?? "");
    const also = lines.get(id ?? "");
    if (also !== undefined) mistakes.push({ line, message: `id: the same ${singular} is`, also });
    else if (object) edits.push({ object, document });
    else mistakes.push({ line, message: unknownId(id, document.values, { objects, singular, plural }) });
    if (id !== undefined) lines.set(id, line);
  }
  return { edits, mistakes };
}

function unknownId(
  id: string | undefined,
  values: { id?: string | undefined; name?: unknown; slug?: unknown },
  { objects, singular, plural }: { objects: readonly OpenObject[]; singular: string; plural: string },
): string {
  const same = objects.find(({ label, slug }) => slug === values.slug || label === values.name);
  if (same) return `id: the id of this ${singular} is ${same.id}`;
  const what = id === undefined ? "there is no id" : `"${id}" is none of the opened ${plural}`;
  return `id: ${what}. To create ${plural}: till ${plural} create`;
}
