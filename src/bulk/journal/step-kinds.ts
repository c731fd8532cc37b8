import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import type { Journal } from "./journal.ts";
import type { Step, Work } from "./step.ts";

const code = "UNKNOWN_STEP_KIND";

/** A step of one kind, with the types of its `before` and `after`. */
export interface StepOf<Kind extends string, Before, After> extends Omit<Step, "kind" | "before" | "after"> {
  kind: Kind;
  before: Before;
  after: After;
}

/** Throws UsageError: no code handles this step. A switch over all kinds passes `never`, so that none can be forgotten. */
export function unknownKind({ kind }: { kind: string } | never): never {
  throw new UsageError(`Unknown kind of step: "${kind}". Nothing was sent.`, { code });
}

/** Throws UNKNOWN_STEP_KIND (exit 6) if a job has steps that `work` does not know: a newer version planned it. */
export function checkKinds({ id, db, job }: Journal, { kinds }: Pick<Work, "kinds">): void {
  const unknown = db
    .prepare("SELECT DISTINCT kind FROM step")
    .all<{ kind: string }>()
    .find(({ kind }) => !kinds.has(kind));
  if (unknown === undefined) return;
  throw new TillError(
    exitCodes.conflict,
    `Job ${id} has steps of an unknown kind, "${unknown.kind}". Nothing was sent.`,
    { code, hint: `Use the version of till that planned it (${job.toolVersion}), or a later one.` },
  );
}
