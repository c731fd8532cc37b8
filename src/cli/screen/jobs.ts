import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { exitCodes, reportError, TillError } from "../../kernel/errors.ts";
import type { StagedEdit } from "../../ui/screens/browse/browse-resource.ts";
import { runJob } from "../jobs/run.ts";
import { undoJob } from "../jobs/undo.ts";
import { catalogResources } from "./open-resources.ts";
import { errorText, resultText } from "./run-line.ts";

/** The result of a job that was started on the screen. */
export interface ActionResult {
  /** For the line below the list. */
  text: string;
  failed: boolean;
  /** Whether the staged edits were sent, or had nothing to change. */
  applied: boolean;
  /** The id of the job that can be undone. */
  job: string | undefined;
}

/** Applies staged edits as the command line would: plan, preview, question, progress. Errors are returned as text. */
export async function applyEdits(context: Context, edits: readonly StagedEdit[]): Promise<ActionResult> {
  // Opened in this context, so that Ctrl-C stops their requests as well.
  const resources = await catalogResources(context);
  const { browse: resource, changes } =
    resources.find(({ browse }) => browse.name === edits[0]?.resource) ?? {};
  if (resource === undefined || changes === undefined)
    return { text: "Nothing is staged.", failed: true, applied: false, job: undefined };
  const commands = edits.flatMap((edit) => changes.commands(edit));
  const command = commands.length === 1 ? (commands[0] ?? "") : `till ${resource.name} -i`;
  const sets = [...new Set(edits.flatMap(({ sets }) => sets))];
  return await actionResult(context, command, () =>
    runJob(context, {
      command,
      kind: changes.kind,
      title: `${resource.title}: set ${sets.slice(0, 3).join(", ")}${sets.length > 3 ? " …" : ""}`,
      rows: changes.plan(edits, context.signal),
      toSteps: (row) => row,
      options: {},
    }),
  );
}

/** Undoes a job, after its question. */
export async function undoFromScreen(context: Context, job: string): Promise<ActionResult> {
  const result = await actionResult(context, `till jobs undo ${job}`, () => undoJob(context, job, {}));
  return { ...result, applied: false, job: result.failed ? job : undefined };
}

async function actionResult(
  { signal }: Context,
  command: string,
  run: () => Promise<CommandResult>,
): Promise<ActionResult> {
  try {
    const result = await run();
    const { exitCode, job } = result;
    return {
      text: resultText(result, "", command),
      failed: exitCode !== exitCodes.ok,
      applied: true,
      job: job?.undoable ? job.id : undefined,
    };
  } catch (error) {
    const stopped = { text: "Stopped; nothing was sent.", failed: true, applied: false, job: undefined };
    if (error instanceof TillError) return { ...stopped, text: errorText(reportError(error)) };
    if (signal.aborted) return stopped;
    throw error;
  }
}
