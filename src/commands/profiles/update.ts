import { changeProfile, findProfile } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { heldIdentities, identityWords } from "../../resources/profiles.ts";
import { type FactOptions, statedFacts } from "./facts.ts";
import { printProfile, settingsOf } from "./records.ts";

/** Changes what a profile says and prints it. */
export async function run(
  context: Context,
  [name = ""]: string[],
  options: FactOptions,
): Promise<ExitCode | undefined> {
  const facts = statedFacts(context, options);
  if (Object.keys(facts).length === 0) {
    throw new UsageError("Nothing to change.", {
      hint: "Give what shall be different: --client-id, --site, --currency, --role",
    });
  }
  const file = settingsOf(context);
  const { clientId, credentials } = findProfile(file.read(), name);
  if ("clientId" in facts && facts.clientId !== clientId) await refuseStrangers(context, name, credentials);
  const contents = await file.update((before) => changeProfile(before, name, facts));
  await printProfile(context, contents, name);
  return undefined;
}

/** Tokens of one app are worth nothing to another, and none of its business. */
async function refuseStrangers(context: Context, name: string, key: string): Promise<void> {
  const held = await heldIdentities(context.paths.credentialsFile, key, (text) => void context.notice(text));
  const tokens = held.filter(({ kind }) => kind !== "apiKey");
  if (tokens.length === 0) return;
  throw new UsageError(
    `The profile "${name}" holds sign-ins (${identityWords(tokens)}) of the app that it names now.`,
    {
      field: "--client-id",
      hint: `Sign out first: till logout --profile ${name}`,
    },
  );
}
