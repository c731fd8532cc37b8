import type { Journal } from "../../bulk/journal/journal.ts";
import type { Context } from "../../context/context.ts";
import { TillError } from "../../kernel/errors.ts";
import { collectionNames } from "../../resources/products/collection-names.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { stepWords } from "../../resources/products/words.ts";
import { productWork } from "../../resources/products/work.ts";
import type { StagedEdit } from "../../ui/screens/browse/browse-resource.ts";
import { runJob } from "../jobs/run.ts";
import { undoJob } from "../jobs/undo.ts";
import { catalogResources } from "./open-resources.ts";

/** How a job that was begun on the screen ended, for the line at its foot. */
export interface Acted {
  text: string;
  failed: boolean;
  /** Something was sent: what was staged is no more. */
  applied: boolean;
  /** The job that can be taken back. */
  job: string | undefined;
}

/** Carries staged edits out as the command line would: plan, preview, question, progress; a failure comes back in words. */
export async function applyEdits(context: Context, edits: readonly StagedEdit[]): Promise<Acted> {
  // Opened anew, so that Ctrl-C stops their calls as well.
  const resources = await catalogResources(context);
  const resource = resources.find(({ open }) => open.name === edits[0]?.resource)?.open;
  const changes = resource?.changes;
  if (resource === undefined || changes === undefined) return nothing("Nothing is staged.");
  const catalog = await catalogClient(context, "admin");
  const commands = edits.flatMap((edit) => changes.commands(edit));
  const typed = commands.length === 1 ? (commands[0] ?? "") : `till ${resource.name} -i`;
  const ended: { journal?: Pick<Journal, "id">; text?: string; failed?: boolean } = {};
  const sets = [...new Set(edits.flatMap(({ sets }) => sets))];
  return await inWords(context, ended, async () => {
    await runJob(context, {
      command: typed,
      kind: changes.kind,
      title: `${resource.title}: set ${sets.slice(0, 3).join(", ")}${sets.length > 3 ? " …" : ""}`,
      rows: changes.plan(edits, context.signal),
      toSteps: (row) => row,
      work: productWork(catalog.client, collectionNames(catalog.client)),
      words: stepWords,
      options: {},
      async finished(journal) {
        const { done, failed, sent, planned } = journal.counts();
        const parts = [
          `${done} done`,
          ...(failed > 0 ? [`${failed} failed`] : []),
          ...(sent > 0 ? [`${sent} unknown`] : []),
          ...(planned > 0 ? [`${planned} not sent`] : []),
        ];
        const next =
          planned + sent > 0
            ? `Go on with: till jobs resume ${journal.id}`
            : failed > 0
              ? `See: till jobs show ${journal.id}`
              : "z takes it back.";
        Object.assign(ended, {
          journal,
          failed: failed + sent + planned > 0,
          text: `Job ${journal.id}: ${parts.join(", ")}. ${next}`,
        });
      },
    });
    ended.text ??= "Nothing to do: everything is as it was asked for.";
  });
}

/** Takes a job back, after its question. */
export async function undoFromScreen(context: Context, job: string): Promise<Acted> {
  const ended: { text?: string; failed?: boolean } = {};
  const acted = await inWords(context, ended, async () => {
    const code = await undoJob(context, job, {});
    ended.failed = Boolean(code);
    ended.text = code
      ? `Job ${job} was not taken back wholly; z goes on. See: till jobs show ${job}`
      : `Job ${job} is taken back.`;
  });
  return { ...acted, applied: false, job: acted.failed ? job : undefined };
}

/** What went wrong and what helps, in a line. */
export function problemWords({ message, hint }: TillError): string {
  return [message, hint].filter(Boolean).join(" ");
}

async function inWords(
  { signal }: Context,
  ended: { journal?: Pick<Journal, "id">; text?: string; failed?: boolean },
  action: () => Promise<void>,
): Promise<Acted> {
  let problem: string | undefined;
  try {
    await action();
  } catch (error) {
    if (error instanceof TillError) problem = problemWords(error);
    else if (signal.aborted) problem = "Stopped; nothing was sent.";
    else throw error;
  }
  return {
    text: problem ?? ended.text ?? "",
    failed: problem !== undefined || ended.failed === true,
    applied: ended.journal !== undefined || problem === undefined,
    job: ended.journal?.id,
  };
}

function nothing(text: string): Acted {
  return { text, failed: true, applied: false, job: undefined };
}
