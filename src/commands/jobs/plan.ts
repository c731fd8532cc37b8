import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { damagedPlan, type PlanHeader, parsePlanHeader } from "../../bulk/plan/plan.ts";
import { beginHash } from "../../bulk/plan/plan-file.ts";
import { confirm } from "../../cli/confirm.ts";
import { approvalsOf, approvePlan, checkApprovals, planDigest } from "../../cli/jobs/approvals.ts";
import { atMost, readSource } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";

/** The largest plan that can be approved, in bytes. */
const maxPlan = 1024 * 1024 * 1024;

/**
 * Reads a plan file: its header, and the digest that approvals are for. Throws TillError (exit 5) if there is none, and UsageError if it
 * was changed.
 */
async function readPlan(context: Context, file: string): Promise<{ header: PlanHeader; digest: string }> {
  if (!existsSync(resolve(context.cwd, file)))
    throw new TillError(exitCodes.notFound, `Cannot read ${file}.`, { code: "NO_PLAN" });
  const pieces = await Array.fromAsync(atMost(readSource(context, file), file, maxPlan));
  const bytes = Buffer.concat(pieces);
  const end = bytes.indexOf("\n") + 1 || bytes.length;
  const header = parsePlanHeader(bytes.toString("utf8", 0, end), `${file}:1`);
  if (beginHash(header).update(bytes.subarray(end)).digest("hex") !== header.hash)
    throw damagedPlan(file, "it was changed after planning (the hash differs)");
  return { header, digest: planDigest(bytes) };
}

/** Approves a plan with a signature, after a confirmation. */
export async function approve(
  context: Context,
  [file = ""]: string[],
  { key, yes }: { key?: string; yes?: boolean },
): Promise<ExitCode | undefined> {
  if (key === undefined)
    throw new UsageError("No key given.", {
      field: "--key",
      hint: "For example: --key ~/.ssh/id_ed25519, or the public key of one in your SSH agent",
    });
  const { header, digest } = await readPlan(context, file);
  const { site, command, steps, plannedBy } = header;
  const planner = plannedBy.ciActor ?? plannedBy.actor;
  await context.notice(
    `${command}\n${countOf(steps, "change")} on site ${site}, planned ${header.createdAt} by ${planner}.`,
  );
  if (header.change)
    await context.notice(`${header.change.call}  ${jsonText(header.change.input as object)}`);
  await context.notice(`See every change: till apply ${file} --dry-run`);
  await confirm(context, `Approve ${countOf(steps, "change")} on site ${site}?`, yes, { local: true });
  await approvePlan(context, { file, key, plan: { digest, site, command, plannedBy } });
  await context.notice(`Approved: ${approvalsOf(file)}. Keep it beside the plan.`);
  return undefined;
}

/** Lists the approvals of a plan. Exits with 4 if one of them is not valid, or there is none. */
export async function status(
  context: Context,
  [file = ""]: string[],
  { approvers }: { approvers?: string },
): Promise<ExitCode | undefined> {
  const { header, digest } = await readPlan(context, file);
  const keys = approvers ?? context.choices.setting("approvers").value;
  if (keys === null || keys === undefined)
    throw new UsageError("No approvers given.", {
      field: "--approvers",
      hint: "Name the file with their public keys: --approvers FILE, or till config set approvers FILE",
    });
  const checked = await checkApprovals(context, {
    file: approvalsOf(file),
    approvers: keys,
    plan: { digest, site: header.site, plannedBy: header.plannedBy },
  });
  await context.print(
    checked.map(({ signer = null, at = null, problem = null }) => ({
      signer,
      at,
      valid: problem === null,
      problem,
    })),
    {
      kind: "approval",
      fields: {
        signer: { value: ({ signer }) => signer ?? "unknown" },
        at: { as: "date" },
        valid: { value: ({ valid }) => (valid ? "valid" : "not valid") },
        problem: { value: ({ problem }) => problem ?? "", grow: true },
      },
      empty: "No approvals yet.",
    },
  );
  return checked.length > 0 && checked.every(({ problem }) => problem === undefined)
    ? undefined
    : exitCodes.auth;
}
