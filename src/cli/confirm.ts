import type { Context } from "../context/context.ts";
import type { Site } from "../context/host.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { sanitize } from "../kernel/text.ts";
import type { Target } from "../ui/question.ts";
import type { PlannedChanges } from "./jobs/change-records.ts";
import type { JobQuestion } from "./jobs/request.ts";

/** How a question is asked. */
interface Confirming {
  /** A text that has to be typed because y is not enough: the amount of money that is moved. */
  readonly typed?: string | undefined;
  /** The question is about this computer, so the prompt does not show a site. */
  readonly local?: true;
}

/**
 * Asks for confirmation, with the site that it is about; `yes` and --dry-run skip the prompt. Throws UsageError naming --yes without a terminal, and TillError
 * (exit 1, or 130 after Ctrl-C) unless the answer is yes.
 */
export async function confirm(
  context: Context,
  question: string,
  yes: boolean | undefined,
  { typed, local }: Confirming = {},
): Promise<void> {
  if (yes || context.globals.dryRun) return;
  const { terminal, stderr, asksPlainly } = context.streams;
  if (asksPlainly && !context.globals.json) return await askPlainly(context, { question, typed, local });
  if (terminal === undefined || context.globals.json) {
    throw new UsageError(`${question} Cannot ask for confirmation without a terminal; nothing was done.`, {
      code: "CONFIRMATION_NEEDED",
      field: "--yes",
      hint: "To confirm, add: --yes",
    });
  }
  const target = local ? undefined : targetOf(await context.site());
  const { askConfirmation } = await import("../ui/screens/confirm.tsx");
  const answer = await askConfirmation(
    { ...terminal, color: stderr.color },
    { question, target, typed, signal: context.signal },
  );
  if (answer === "interrupted") throw new TillError(exitCodes.interrupted, "Stopped; nothing was done.");
  if (answer === "no") throw new TillError(exitCodes.failure, "Nothing was done.");
}

/**
 * Asks whether to apply a job; `yes` answers. Every change can be shown in the pager first. Throws if the answer is no, or if
 * there is no terminal (exit 2).
 */
export async function confirmJob(
  context: Context,
  question: JobQuestion | undefined,
  { yes, planned }: { yes: boolean | undefined; planned: PlannedChanges },
): Promise<void> {
  if (yes || question === undefined) return;
  const { subject, hint, isComplete = false, ...plan } = question;
  const { terminal, stderr, asksPlainly } = context.streams;
  if (asksPlainly && !context.globals.json) {
    for (const line of [...plan.lines, ...(plan.warnings ?? []).map((text) => `Warning: ${text}`)])
      await context.notice(line);
    return await askPlainly(context, plan);
  }
  if (terminal === undefined || context.globals.json) {
    throw new UsageError(`Cannot confirm ${subject} without a terminal. Nothing was sent.`, {
      code: "CONFIRMATION_NEEDED",
      field: "--yes",
      hint,
    });
  }
  const site = await context.site();
  const { confirmPlan } = await import("../ui/screens/confirm.tsx");
  const ask = () =>
    confirmPlan(
      { ...terminal, color: stderr.color },
      { ...plan, target: targetOf(site) },
      { signal: context.signal, showsChanges: !isComplete },
    );
  let answer = await ask();
  while (answer === "changes") {
    const { pageChanges } = await import("./jobs/preview.ts");
    // Ctrl-C belongs to the pager while it is open.
    await context.apart((inner) => pageChanges(inner, planned));
    answer = await ask();
  }
  if (answer === "interrupted") throw new TillError(exitCodes.interrupted, "Stopped; nothing was sent.");
  if (answer === "no") throw declined();
}

const declined = () => new TillError(exitCodes.failure, "Nothing was sent.", { code: "DECLINED" });

/** Asks a question in one line, on a terminal that cannot draw. Throws TillError (exit 1) unless the answer is yes. */
async function askPlainly(
  context: Context,
  { question, typed, local }: Confirming & { readonly question: string },
): Promise<void> {
  const { streams, signal } = context;
  const [{ askLine }, { checkTyped, describeTarget }] = await Promise.all([
    import("../output/ask-line.ts"),
    import("../ui/question.ts"),
  ]);
  if (!local) await streams.stderr.write(`${sanitize(describeTarget(targetOf(await context.site())))}\n`);
  const how = typed === undefined ? "y/N" : `Type ${typed} to confirm:`;
  const answer = (await askLine(streams, sanitize(`${question} ${how}`), signal))?.trim() ?? "";
  const isYes = typed === undefined ? /^y(es)?$/i.test(answer) : checkTyped(answer, typed) === undefined;
  if (!isYes) throw declined();
}

/** Returns how the interactive screens show a site: profile, site id and whether it is live. */
export function targetOf({ profile, id, hosted }: Site): Target {
  return { profile, site: hosted ? id : undefined, live: hosted };
}
