import { sandboxFileOf } from "../../config/paths.ts";
import { addProfile, listProfiles } from "../../config/profiles.ts";
import { recordedSandbox } from "../../config/running-sandboxes.ts";
import { settingsFile } from "../../config/settings-file.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";

/** A sandbox that a shop is copied into. */
export interface CopyTarget {
  /** In messages: `sandbox`. */
  name: string;
  file: string;
  /** The key of its credentials, if it belongs to a profile. */
  key?: string | undefined;
  /** Adds the profile of a new sandbox. */
  addProfile?: (() => Promise<void>) | undefined;
}

/**
 * Returns the sandbox of the profile, or the one with a name: that of a profile or of `till sandbox start`, else a new profile.
 * Throws UsageError if the data is not in a file of this computer.
 */
export async function copyTarget(context: Context, name: string | undefined): Promise<CopyTarget> {
  const { paths } = context;
  if (name === undefined) {
    const { name: profile, key, platform } = await context.profile();
    if (platform === "sandbox") return { name: profile, key, file: sandboxFileOf(paths, key) };
    throw new UsageError(`Profile "${profile}" is not a sandbox of this computer.`, {
      field: "--profile",
      hint: "Add: --profile sandbox, or copy the shop into a new sandbox: --name my-copy",
    });
  }
  const settings = settingsFile(paths.settingsFile, (text) => void context.notice(text));
  const contents = settings.read();
  const known = listProfiles(contents).find((one) => one.name === name);
  if (known?.platform === "sandbox")
    return { name, key: known.credentials, file: sandboxFileOf(paths, known.credentials) };
  if (known)
    throw new UsageError(`The profile "${name}" is not a sandbox.`, {
      field: "--name",
      hint: "Use another name.",
    });
  const running = recordedSandbox(paths, name);
  if (running?.file === ":memory:")
    throw new UsageError(`The sandbox "${name}" keeps its data in memory.`, {
      field: "--name",
      hint: `Copy the shop into another sandbox, save it (till sandbox snapshot save NAME), and start this one with: --from NAME`,
    });
  if (running) return { name, file: running.file };
  const profile = { name, platform: "sandbox" } as const;
  const key = addProfile(contents, profile).profiles?.at(-1)?.credentials ?? name;
  return {
    ...{ name, key },
    file: sandboxFileOf(paths, key),
    addProfile: async () => void (await settings.update((before) => addProfile(before, profile))),
  };
}
