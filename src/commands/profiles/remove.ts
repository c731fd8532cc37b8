import { existsSync } from "node:fs";
import { confirm } from "../../cli/confirm.ts";
import { openCredentials } from "../../config/credentials.ts";
import { currentProfile, findProfile, removeProfile } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { heldIdentities, identityWords } from "../../resources/profiles.ts";
import { settingsOf } from "./records.ts";

/** Removes a profile and everything that was kept for it alone, after a question. */
export async function run(
  context: Context,
  [name = ""]: string[],
  { yes }: { yes?: boolean },
): Promise<ExitCode | undefined> {
  const file = settingsOf(context);
  const before = file.read();
  // Refused before anything is asked.
  removeProfile(before, name);
  const { credentials } = findProfile(before, name);
  const { paths, notice } = context;
  const held = await heldIdentities(paths.credentialsFile, credentials, (text) => void notice(text));
  const signIns = held.length === 0 ? "" : ` and its sign-ins (${identityWords(held)})`;
  await confirm(context, `Remove the profile "${name}"${signIns}?`, yes);
  await clearCredentials(context, credentials);
  const after = await file.update((contents) => removeProfile(contents, name));
  await notice(`Removed the profile ${name}.`);
  if (currentProfile(before) !== currentProfile(after))
    await notice(`Working with ${currentProfile(after)} from now on.`);
  return undefined;
}

/** First, so that a profile that is gone never leaves secrets behind. */
async function clearCredentials({ paths, notice, signal }: Context, key: string): Promise<void> {
  if (!existsSync(paths.credentialsFile)) return;
  const store = openCredentials({ file: paths.credentialsFile, notice: (text) => void notice(text) });
  try {
    for (const kind of await store.kinds(key)) await store.update(key, kind, async () => undefined, signal);
  } finally {
    store.close();
  }
}
