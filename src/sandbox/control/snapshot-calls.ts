import type { sandboxSnapshots as endpoints } from "../../api/services/sandbox/sandbox.ts";
import { plainName, plainNameRule } from "../../kernel/file-system.ts";
import { nearest } from "../../kernel/text.ts";
import { type InvalidInput, invalid, PlatformError } from "../kernel/tx.ts";
import { type BranchControl, type Control, type ControlHandlers, countDocuments } from "./control.ts";
import type { Snapshots } from "./snapshot-folder.ts";

/** Control handlers of snapshots and branches. */
export const snapshotControl: ControlHandlers<typeof endpoints> = {
  snapshots: (control) => ({ snapshots: folderOf(control).list() }),
  async saveSnapshot(control, { name, replace }) {
    const { store } = control;
    const folder = folderOf(control);
    const given = checkedName("name", name);
    const taken = folder.taken(given);
    if (taken !== undefined && !(replace && taken === given)) throw alreadyExists("snapshot", taken);
    return { snapshot: await folder.write(given, store.image()) };
  },
  deleteSnapshot(control, { name }) {
    const folder = folderOf(control);
    const given = checkedName("name", name);
    if (!folder.find(given)) throw unknownSnapshot(folder, given);
    folder.remove(given);
    return {};
  },
  async restore(control, { snapshot }) {
    const { store } = control;
    const image = await readSnapshot(control, snapshot);
    await store.restore(image);
    return { counts: countDocuments(store) };
  },
  branches: (control) => ({ branches: branchesOf(control).list() }),
  async fork(control, { name, snapshot, replace }) {
    const { store } = control;
    const branches = branchesOf(control);
    const given = checkedName("name", name);
    if (branches.has(given) && !replace) throw alreadyExists("branch", given);
    const image = snapshot ? await readSnapshot(control, snapshot) : store.image();
    return { branch: await branches.create(given, image) };
  },
  deleteBranch(control, { name }) {
    const branches = branchesOf(control);
    if (branches.remove(name ?? "")) return {};
    throw notFound("branch", name ?? "", branches.list());
  },
};

function folderOf({ snapshots }: Control): Snapshots {
  if (snapshots) return snapshots;
  throw new PlatformError(409, "NO_SNAPSHOTS", "This sandbox has no folder for snapshots");
}

function branchesOf({ branches }: Control): BranchControl {
  if (branches) return branches;
  throw new PlatformError(409, "NO_BRANCHES", "Only a running sandbox has branches (till sandbox start)");
}

async function readSnapshot(control: Control, name: string | null | undefined): Promise<Uint8Array> {
  const folder = folderOf(control);
  const given = checkedName("snapshot", name);
  const image = await folder.read(given);
  if (!image) throw unknownSnapshot(folder, given);
  return image;
}

const unknownSnapshot = (folder: Snapshots, name: string) => notFound("snapshot", name, folder.list());

function notFound(kind: string, name: string, known: readonly { name?: string | null }[]): PlatformError {
  const guess = nearest(
    name,
    known.map((one) => one.name ?? ""),
  );
  const help = guess === undefined ? "" : `. Did you mean ${guess}?`;
  return new PlatformError(404, `${kind.toUpperCase()}_NOT_FOUND`, `There is no ${kind} ${name}${help}`, {
    name,
  });
}

const alreadyExists = (kind: string, name: string) =>
  new PlatformError(409, `${kind.toUpperCase()}_EXISTS`, `There is already a ${kind} ${name}`, { name });

/** Returns the error for a text that no snapshot or branch can be named. */
export const invalidName = (field: string): InvalidInput =>
  invalid(field, "FORMAT", `must be ${plainNameRule}`, { type: "NAME" });

function checkedName(field: string, name: string | null | undefined): string {
  if (name && plainName.test(name)) return name;
  throw invalidName(field);
}
