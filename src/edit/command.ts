import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type * as z from "zod/mini";
import type { Product } from "../api/services/products.ts";
import type { Work } from "../bulk/journal/step.ts";
import type { PlannedRow } from "../bulk/plan/plan.ts";
import { beginJournal, runJob } from "../cli/jobs/run.ts";
import { selectProducts } from "../cli/product-selection.ts";
import type { Context } from "../context/context.ts";
import type { CommandResult } from "../context/host.ts";
import {
  type EditedDocument,
  editText,
  type Mistake,
  readDocuments,
  withoutOldMistakes,
} from "../files/edit.ts";
import { commandLine, inShell } from "../kernel/command-line.ts";
import { exitCodes, UsageError } from "../kernel/errors.ts";
import { countOf } from "../kernel/text.ts";
import type { Catalog } from "../resources/products/catalog.ts";
import { openSession, type Understood } from "./session.ts";

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
      begun: kept,
      again: (file) =>
        inShell(commandLine(...commandOf(plural), "edit", "--file", file), context.environment.shell),
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

/** Throws UsageError if the changes could not be confirmed: before someone types them. */
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
    // Of a FIFO, reading would wait for a writer.
    if (!statSync(file).isFile()) throw new Error("it is not a regular file");
    text = withoutOldMistakes(readFileSync(file, "utf8"));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^\w+: |, \w+ '.*$/g, "") : String(cause);
    throw new UsageError(`Cannot read ${file}: ${why}.`, { field: "--file", cause });
  }
  const ids = [...text.matchAll(/^id:[ \t]*["']?([\w-]+)/gm)].map(([, id = ""]) => id);
  if (ids.length > 0) return { file, text, ids: [...new Set(ids)] };
  throw new UsageError(`${file} has no ids, so it names no objects.`, {
    field: "--file",
    hint: "Use a file that the editor has kept.",
  });
}

function headOf({ singular, objects, notes }: Pick<EditKind, "singular" | "objects" | "notes">): string[] {
  return [
    `${countOf(objects.length, singular)}. Save and close the editor to see what would change, before it is sent.`,
    "To cancel, save the file unchanged or empty.",
    "",
    `id says which ${singular} a document is: do not change it. A new name or handle renames the ${singular}.`,
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
  values: { id?: string | undefined; name?: unknown; handle?: unknown; slug?: unknown },
  { objects, singular, plural }: { objects: readonly OpenObject[]; singular: string; plural: string },
): string {
  const same = objects.find(
    ({ label, handle }) => handle === (values.handle ?? values.slug) || label === values.name,
  );
  if (same) return `id: the id of this ${singular} is ${same.id}`;
  const what = id === undefined ? "there is no id" : `"${id}" is none of the opened ${plural}`;
  return `id: ${what}. To create ${plural}: till ${commandOf(plural).join(" ")} create`;
}

/** The most objects that are opened at once. */
export const maxObjects = 500;

/** An object that was opened. */
interface OpenObject {
  id: string;
  /** Its name, for people. */
  label: string;
  /** Its handle, or the slug of a collection. */
  handle: string;
  /** Its fields as they are written into the text, without its id. */
  fields: Readonly<Record<string, unknown>>;
}

/** What was saved for an object. */
export interface Edit<Values> {
  object: OpenObject;
  document: EditedDocument<Values>;
}

/** What the edits of a text come to: a plan for each, or mistakes. */
export type PlannedEdits = { rows: PlannedRow[] } | { mistakes: Mistake[] };

/** A kind of object that can be edited, with the objects that were chosen. */
export interface EditKind<Values extends { id?: string | undefined } = { id?: string | undefined }> {
  /** `products` */
  plural: string;
  /** `product` */
  singular: string;
  /** The kind of the job in the journal. */
  job: string;
  schema: z.core.$ZodType<Values>;
  objects: readonly OpenObject[];
  /** Lines at the top of the text that say what can be edited. */
  notes: readonly string[];
  /** Plans edits from the values that were shown: what someone else changes meanwhile is found when the plan is applied. */
  plan(edits: readonly Edit<Values>[]): Promise<PlannedEdits>;
  /** Opens the connection that applies the plan. */
  work(): Promise<Work>;
}

/** The flags of `edit`. */
interface EditOptions {
  filter?: string;
  all?: boolean;
  costs?: boolean;
  file?: string;
  dryRun?: boolean;
  diff?: string;
  yes?: boolean;
  expect?: number;
  planOut?: string;
  detach?: boolean;
  detailedExitcode?: boolean;
}

/** Reads the chosen products. Throws UsageError if there are more than an editor should open. */
export async function openProducts(
  context: Context,
  catalog: Catalog,
  { args, options }: Chosen,
  { costs, plural }: { costs: boolean; plural: string },
): Promise<Product[]> {
  // --all needs no count: only what is typed changes.
  const selection = { ...options, dryRun: true };
  const products: Product[] = [];
  const { rows } = await selectProducts(context, catalog, [...args], selection, { costs });
  for await (const { product } of rows) {
    products.push(product);
    if (products.length > maxObjects)
      throw tooMany("products", `till ${commandOf(plural).join(" ")} import FILE`);
  }
  return products;
}

/** Returns the words of the command for a kind of object. */
const commandOf = (plural: string): string[] => (plural === "stock" ? ["products", "stock"] : [plural]);

/** Returns the error for more objects than an editor should open. */
export function tooMany(plural: string, instead: string): UsageError {
  return new UsageError(`These are more than ${maxObjects} ${plural}, the most that can be edited at once.`, {
    code: "TOO_MANY",
    hint: `Choose fewer with --filter, or change them in a file: ${instead}`,
  });
}

/** Throws UsageError for --fields of a kind whose documents are short. */
export function checkEditedFields({ globals }: Context, plural: string): void {
  if (globals.fields === undefined) return;
  throw new UsageError(`--fields chooses fields of products; ${plural} are shown with all of theirs.`, {
    field: "--fields",
  });
}
