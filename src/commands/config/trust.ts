import { confirm } from "../../cli/confirm.ts";
import { offerTrust } from "../../config/folder-choices.ts";
import { findFolderFile, folderFileName } from "../../config/paths.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";

interface Trusted {
  file: string;
  profile?: string;
  site?: string;
  settings?: Readonly<Record<string, unknown>>;
}

/**
 * Prints what the nearest `.till.yaml` chooses, and trusts it as it is now; on a terminal, after a question. Throws TillError
 * (exit 5) if there is none.
 */
export async function run(
  context: Context,
  _args: string[],
  { yes }: { yes?: boolean },
): Promise<ExitCode | undefined> {
  const { cwd, paths, streams, notice } = context;
  const file = findFolderFile(cwd);
  if (file === undefined)
    throw new TillError(exitCodes.notFound, `There is no ${folderFileName} in this folder or above it.`, {
      hint: `For example: echo 'profile: staging' > ${folderFileName}`,
    });
  const { chosen, trust } = await offerTrust(file, paths.trustedFile);
  const record: Trusted = chosen;
  await context.printRecord(record, {
    kind: "folder",
    fields: {
      file: {},
      ...(record.profile !== undefined && { profile: {} }),
      ...(record.site !== undefined && { site: {} }),
      ...Object.fromEntries(
        Object.entries(record.settings ?? {}).map(([name, value]) => [
          `settings.${name}`,
          { label: name, path: `settings.${name}`, value: () => String(value) },
        ]),
      ),
    },
  });
  // A script has no one to ask; the command that was refused showed the same.
  await confirm(context, "Trust it?", yes || streams.terminal === undefined, { local: true });
  trust();
  await notice(
    "Trusted. It applies in this folder and below it; flags and environment variables override it.",
  );
  return undefined;
}
