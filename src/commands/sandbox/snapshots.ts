import type { Call } from "../../api/caller.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { confirm } from "../../cli/confirm.ts";
import { describeCounts, type SandboxTarget, sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";

type Snapshot = { name?: string | null; savedAt?: string | null; bytes?: number | null };
type Branch = { name?: string | null; url?: string | null; createdAt?: string | null; bytes?: number | null };

/** Saves everything in the sandbox as a snapshot and prints it. */
export async function save(
  context: Context,
  [name = ""]: string[],
  { replace = false, ...target }: SandboxTarget & { replace?: boolean },
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context, target);
  const { snapshot } = await control(sandbox.saveSnapshot, { name, replace }).catch(rethrowTaken(name));
  await printSnapshots(context, snapshot ? [snapshot] : []);
  return undefined;
}

/** Lists the snapshots. */
export async function list(
  context: Context,
  _: string[],
  target: SandboxTarget,
): Promise<ExitCode | undefined> {
  const { snapshots } = await (await sandboxControl(context, target))(sandbox.snapshots, {});
  await printSnapshots(context, snapshots ?? []);
  return undefined;
}

/** Throws TillError (exit 5) for a name that no snapshot has, before anything is asked. */
async function checkSnapshot(control: Call, name: string): Promise<void> {
  const names = ((await control(sandbox.snapshots, {})).snapshots ?? []).map(
    (snapshot) => snapshot.name ?? "",
  );
  if (names.includes(name)) return;
  const guess = nearest(name, names);
  throw new TillError(
    exitCodes.notFound,
    `There is no snapshot ${name}.${guess ? ` Did you mean ${guess}?` : ""}`,
    { hint: "List them: till sandbox snapshot list" },
  );
}

/** Replaces everything in the sandbox with a snapshot after a confirmation. */
export async function restore(
  context: Context,
  [name = ""]: string[],
  { yes, ...target }: SandboxTarget & { yes?: boolean },
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context, target);
  await checkSnapshot(control, name);
  if (!yes) {
    const { counts } = await control(sandbox.status, {});
    const contents = describeCounts(counts);
    await confirm(context, `Replace everything in the sandbox with ${name}? It contains ${contents}.`, yes);
  }
  const { counts } = await control(sandbox.restore, { snapshot: name });
  await context.notice(`Restored ${name}: the sandbox contains ${describeCounts(counts)}.`);
  return undefined;
}

/** Deletes a snapshot after a confirmation. */
export async function remove(
  context: Context,
  [name = ""]: string[],
  { yes, ...target }: SandboxTarget & { yes?: boolean },
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context, target);
  await checkSnapshot(control, name);
  await confirm(context, `Delete the snapshot ${name}?`, yes);
  await control(sandbox.deleteSnapshot, { name });
  await context.notice(`Deleted the snapshot ${name}.`);
  return undefined;
}

/** Copies a running sandbox, or a snapshot, to a branch and prints the branch. */
export async function fork(
  context: Context,
  [name = ""]: string[],
  { snapshot, replace = false, ...target }: SandboxTarget & { snapshot?: string; replace?: boolean },
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context, target);
  const { branch } = await control(sandbox.fork, { name, replace, snapshot }).catch(rethrowTaken(name));
  await printBranches(context, branch ? [branch] : []);
  return undefined;
}

/** Lists the branches of a running sandbox, or removes one. */
export async function branches(
  context: Context,
  [action = "list", name]: string[],
  target: SandboxTarget,
): Promise<ExitCode | undefined> {
  if (action === "remove" && name === undefined) {
    throw new UsageError("Missing branch: till sandbox branches remove <branch>", { field: "branch" });
  }
  const control = await sandboxControl(context, target);
  if (action === "remove" && name !== undefined) {
    await control(sandbox.deleteBranch, { name });
    await context.notice(`Removed the branch ${name}.`);
    return undefined;
  }
  await printBranches(context, (await control(sandbox.branches, {})).branches ?? []);
  return undefined;
}

function rethrowTaken(name: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ApiError) || !error.code.endsWith("_EXISTS")) throw error;
    // Neither the sandbox itself nor a name in another case can be replaced.
    const isSame = error.message.endsWith(` ${name}`);
    throw error.withHint(isSame ? "Use another name, or add: --replace" : "Use another name.");
  };
}

const printSnapshots = (context: Context, rows: readonly Snapshot[]) =>
  context.print(rows, {
    kind: "snapshot",
    fields: {
      name: { grow: true },
      savedAt: { label: "Saved" },
      bytes: { absent: 0, as: "number" },
    },
    empty: "No snapshots yet. Save one with: till sandbox snapshot create <name>",
  });

const printBranches = (context: Context, rows: readonly Branch[]) =>
  context.print(rows, {
    kind: "branch",
    fields: {
      name: {},
      url: { label: "URL", grow: true },
      createdAt: { label: "Created" },
      bytes: { absent: 0, as: "number" },
    },
    empty: "No branches yet.",
  });
