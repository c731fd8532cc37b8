import { endpoint } from "../../endpoint.ts";
import { bool, list, map, num, obj, text } from "../../models/fields.ts";

const control = { open: true, role: "visitor" } as const;
const name = () => text({ minLength: 1, maxLength: 64 });

const Snapshot = obj({ name: text(), savedAt: text(), bytes: num() });
const Branch = obj({ name: text(), url: text(), createdAt: text(), bytes: num() });

/** Control calls for snapshots, which are files, and for branches of a running sandbox, which are in memory. */
export const sandboxSnapshots = {
  snapshots: endpoint("GET /__till/snapshots", {
    ...control,
    input: obj({}),
    result: obj({ snapshots: list(Snapshot) }),
    summary: "List snapshots",
  }),
  saveSnapshot: endpoint("POST /__till/snapshots", {
    ...control,
    input: obj({ name: name(), replace: bool() }),
    result: obj({ snapshot: Snapshot }),
    required: ["name"],
    effect: "set",
    summary: "Save everything in the sandbox, or the branch, as a snapshot",
  }),
  deleteSnapshot: endpoint("DELETE /__till/snapshots/{name}", {
    ...control,
    input: obj({ name: name() }),
    result: obj({}),
    summary: "Delete a snapshot",
  }),
  restore: endpoint("POST /__till/restore", {
    ...control,
    input: obj({ snapshot: name() }),
    result: obj({ counts: map(num()) }),
    required: ["snapshot"],
    effect: "set",
    summary: "Replace everything in the sandbox, or the branch, with a snapshot",
  }),
  branches: endpoint("GET /__till/branches", {
    ...control,
    input: obj({}),
    result: obj({ branches: list(Branch) }),
    summary: "List the branches of a running sandbox",
  }),
  fork: endpoint("POST /__till/branches", {
    ...control,
    input: obj({ name: name(), snapshot: name(), replace: bool() }),
    result: obj({ branch: Branch }),
    required: ["name"],
    effect: "set",
    summary: "Copy the sandbox, the branch or a snapshot to a new branch",
  }),
  deleteBranch: endpoint("DELETE /__till/branches/{name}", {
    ...control,
    input: obj({ name: name() }),
    result: obj({}),
    summary: "Delete a branch",
  }),
};
