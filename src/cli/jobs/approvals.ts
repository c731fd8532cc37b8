import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import * as z from "zod/mini";
import type { Journal } from "../../bulk/journal/journal.ts";
import { Person } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import { commandLine } from "../../kernel/command-line.ts";
import { day, minute } from "../../kernel/durations.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { sanitizeLine } from "../../kernel/text.ts";
import { paymentKinds } from "./kinds.ts";

/** What an approver signs, as JSON text. */
const Approved = z.object({
  approval: z.literal(1),
  /** SHA-256 of the plan file. */
  plan: z.string(),
  site: z.string(),
  command: z.string(),
  /** Who approves, as far as the computer knows. */
  by: Person,
  at: z.iso.datetime(),
});

/** A plan as approvals are checked against it. */
export interface ApprovedPlan {
  digest: string;
  site: string;
  /** Who planned: their own approval does not count. */
  plannedBy: Person;
}

/** One line of a file of approvals: what was signed, and the SSH signature. */
const Approval = z.object({ signed: z.string(), signature: z.string() });

/** The namespace of the signatures: one that was made for another purpose is not valid here. */
const namespace = "till-plan";

/** How long an approval is valid, in milliseconds. */
export const validFor = 7 * day;

/** The clocks of two computers may differ by this much, in milliseconds. */
const skew = 5 * minute;

/** Returns the name of the file with the approvals of a plan. */
export const approvalsOf = (plan: string): string => `${plan}.approvals`;

/** Returns the SHA-256 of a plan, in hexadecimal. */
export function planDigest(plan: Uint8Array): string {
  return createHash("sha256").update(plan).digest("hex");
}

/** Returns who plans or approves here. */
export function personOf({ who }: Pick<Context, "who">): Person {
  const { actor, host, ci } = who();
  return { actor, host, ciActor: ci?.actor };
}

/**
 * Signs a plan with an SSH key, and adds the approval to its file. Throws APPROVAL_NOT_SIGNED (exit 1), and OWN_PLAN (exit 4) if
 * the user has planned it.
 */
export async function approvePlan(
  context: Pick<Context, "cwd" | "now" | "who">,
  { file, key, plan }: { file: string; key: string; plan: ApprovedPlan & { command: string } },
): Promise<void> {
  const { digest, site, command, plannedBy } = plan;
  const by = personOf(context);
  if (isSamePerson(plannedBy, by))
    throw new TillError(exitCodes.auth, `${by.ciActor ?? by.actor} has planned this change.`, {
      code: "OWN_PLAN",
      hint: "Another person has to approve it, with a user account of their own. Nothing was signed.",
    });
  const signed = JSON.stringify({
    approval: 1,
    plan: digest,
    site,
    command,
    by,
    at: context.now().toISOString(),
  });
  const path = resolve(context.cwd, key);
  if (!existsSync(path))
    throw new UsageError(`There is no key ${key}.`, {
      field: "--key",
      hint: "Use a private SSH key, or the public one of a key in your SSH agent: --key ~/.ssh/id_ed25519.pub",
    });
  const { code, stdout, stderr } = await sshKeygen(["-Y", "sign", "-q", "-n", namespace, "-f", path], signed);
  if (code !== 0)
    throw new TillError(exitCodes.failure, `ssh-keygen could not sign: ${sanitizeLine(stderr.trim())}`, {
      code: "APPROVAL_NOT_SIGNED",
      field: "--key",
      hint: "A key with a passphrase has to be in the SSH agent: ssh-add",
    });
  appendFileSync(
    resolve(context.cwd, approvalsOf(file)),
    `${JSON.stringify({ signed, signature: stdout })}\n`,
  );
}

/**
 * Returns whether two people are the same one: they started CI runs under one name, or are one user of one computer. What CI says
 * is a variable that anyone can set: it makes two people one, never one person two.
 */
function isSamePerson(a: Person, b: Person): boolean {
  const sameRun = a.ciActor !== undefined && a.ciActor === b.ciActor;
  return sameRun || (a.actor === b.actor && a.host === b.host);
}

/** Returns whether a signer, such as `ada@example.com`, has the name of a user: `ada`, or the whole address. */
function isNamed(signer: string, { actor, ciActor }: Person): boolean {
  const [name = ""] = signer.split("@");
  const names = [signer, name].map((text) => text.toLowerCase());
  return [actor, ciActor].some((user) => user !== undefined && names.includes(user.toLowerCase()));
}

/** A valid approval of a plan, or why one is not valid. */
export interface CheckedApproval {
  signer?: string;
  at?: string;
  problem?: string;
}

/**
 * Checks the approvals of a plan against the file of approvers (ssh-keygen's allowed_signers): signer, plan, site and age.
 */
export async function checkApprovals(
  context: Pick<Context, "cwd" | "now">,
  { file, approvers, plan }: { file: string; approvers: string; plan: ApprovedPlan },
): Promise<CheckedApproval[]> {
  const path = resolve(context.cwd, file);
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : [];
  const checked: CheckedApproval[] = [];
  for (const line of lines) checked.push(await checkApproval(context, line, { approvers, plan }));
  return checked;
}

async function checkApproval(
  { cwd, now }: Pick<Context, "cwd" | "now">,
  line: string,
  { approvers, plan }: { approvers: string; plan: ApprovedPlan },
): Promise<CheckedApproval> {
  const approval = parsed(Approval, line);
  const facts = approval && parsed(Approved, approval.signed);
  if (approval === undefined || facts === undefined) return { problem: "cannot be read" };
  const folder = mkdtempSync(join(tmpdir(), "till-approval-"));
  try {
    const signature = join(folder, "signature");
    writeFileSync(signature, approval.signature);
    const signers = ["-f", resolve(cwd, approvers), "-s", signature];
    const found = await sshKeygen(["-Y", "find-principals", ...signers], "");
    const [signer = ""] = found.stdout.split("\n");
    if (found.code !== 0 || signer === "")
      return { problem: "is signed with a key that is not an approver's" };
    const verified = await sshKeygen(
      ["-Y", "verify", ...signers, "-n", namespace, "-I", signer],
      approval.signed,
    );
    const age = now().getTime() - Date.parse(facts.at);
    const problem =
      verified.code !== 0
        ? "has no valid signature"
        : facts.plan !== plan.digest
          ? "is for another plan, or the plan was changed"
          : facts.site !== plan.site
            ? `is for site ${facts.site}`
            : age > validFor
              ? "is older than seven days"
              : age < -skew
                ? "is from the future"
                : isSamePerson(plan.plannedBy, facts.by) || isNamed(signer, plan.plannedBy)
                  ? "does not count: they have planned it"
                  : undefined;
    return { signer, at: facts.at, problem };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function parsed<T>(schema: z.ZodMiniType<T>, text: string): T | undefined {
  try {
    const found = z.safeParse(schema, JSON.parse(text));
    return found.success ? found.data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the people who have approved a plan, or undefined if the profile requires no approval of it. Throws
 * APPROVAL_NEEDED (exit 4) if there are not enough.
 */
export async function approversOf(
  context: Context,
  {
    file,
    planFile,
    plan,
    movesMoney,
  }: { file: string; planFile: string | undefined; plan: ApprovedPlan; movesMoney: boolean },
): Promise<string[] | undefined> {
  const needed = approvalsNeeded(context, movesMoney);
  if (needed === 0) return undefined;
  const { value: approvers, origin } = context.choices.setting("approvers");
  // The folder in which someone applies a plan must not decide who approves it.
  if (approvers !== null && origin !== "environment" && !isAbsolute(approvers))
    throw new UsageError(`The setting approvers is not a full path: ${approvers}`, {
      code: "NO_APPROVERS",
      field: "approvers",
      hint: "Set it again: till config set approvers FILE",
    });
  if (approvers !== null && !existsSync(resolve(context.cwd, approvers)))
    throw new UsageError(`The file of approvers does not exist: ${approvers}`, {
      code: "NO_APPROVERS",
      field: "approvers",
      hint: "Set another one: till config set approvers FILE",
    });
  if (approvers === null)
    throw new UsageError("The profile requires approvals, and names no approvers.", {
      code: "NO_APPROVERS",
      field: "approvers",
      hint: "Set the file with their public keys, in the format of allowed_signers: till config set approvers FILE",
    });
  const checked = await checkApprovals(context, { file, approvers, plan });
  const valid = new Set(
    checked.flatMap(({ signer, problem }) => (problem === undefined ? (signer ?? []) : [])),
  );
  if (valid.size >= needed) return [...valid];
  const problems = checked.flatMap(({ signer, problem }) =>
    problem === undefined ? [] : [`The approval ${signer === undefined ? "" : `of ${signer} `}${problem}.`],
  );
  throw approvalNeeded(needed - valid.size, problems, planFile);
}

/** Returns how many approvals a change needs. */
function approvalsNeeded({ choices }: Pick<Context, "choices">, movesMoney: boolean): number {
  const { value } = choices.setting("requireApproval");
  if (value === "none") return 0;
  if (value === "money") return movesMoney ? 1 : 0;
  return Number(value);
}

/** Returns whether a job of this kind moves money: its requests do, or record a payment. */
export const movesMoney = (kind: string): boolean =>
  Object.hasOwn(paymentKinds, kind) || ["orders.mark-paid", "orders.refund"].includes(kind);

/** Throws APPROVAL_NEEDED (exit 4) if a job needs approvals that its plan does not have. Otherwise its writes may be sent. */
export async function requireApproved(context: Context, { job }: Pick<Journal, "job">): Promise<void> {
  const needed = approvalsNeeded(context, movesMoney(job.kind));
  const missing = needed - (job.approvedBy?.length ?? 0);
  if (missing > 0) throw approvalNeeded(missing, []);
  if (needed > 0) await context.approve();
}

function approvalNeeded(missing: number, problems: readonly string[], planFile?: string): TillError {
  const what = missing === 1 ? "an approval" : `${missing} approvals`;
  return new TillError(
    exitCodes.auth,
    [`This change needs ${what} by another person.`, ...problems].join(" "),
    {
      code: "APPROVAL_NEEDED",
      hint:
        planFile === undefined
          ? "Nothing was sent. Write a plan (--plan-out FILE), have it approved (till plan approve FILE), and apply it (till apply FILE)."
          : `Nothing was sent. They approve it with: ${commandLine("plan", "approve", planFile, "--key", "KEY")}`,
    },
  );
}

/** Runs ssh-keygen with a text on stdin. */
async function sshKeygen(
  args: readonly string[],
  input: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    code: number;
    stdout: string;
    stderr: string;
  }>();
  const child = spawn("ssh-keygen", args, { stdio: "pipe", windowsHide: true });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.once("error", (cause) =>
    reject(
      new TillError(exitCodes.failure, "ssh-keygen cannot be started.", {
        code: "NO_SSH_KEYGEN",
        hint: "Install OpenSSH 8.9 or later: approvals are signed and verified with ssh-keygen -Y.",
        cause,
      }),
    ),
  );
  child.once("close", (code) => resolve({ code: code ?? 1, stdout, stderr }));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return await promise;
}
