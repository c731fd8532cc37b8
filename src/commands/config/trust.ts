import { confirm } from "../../cli/confirm.ts";
import { offerTrust } from "../../config/folder-choices.ts";
import { findFolderFile, folderFileName } from "../../config/folder-file.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { renderRecord } from "../../output/render.ts";
import { column } from "../../output/table.ts";

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
  const { cwd, paths, streams, format, globals, notice } = context;
  const file = findFolderFile(cwd);
  if (file === undefined)
    throw new TillError(exitCodes.notFound, `There is no ${folderFileName} in this folder or above it.`, {
      hint: `For example: echo 'profile: staging' > ${folderFileName}`,
    });
  const { chosen, trust } = await offerTrust(file, paths.trustedFile);
  const record: Trusted = chosen;
  await renderRecord<Trusted>({
    streams,
    format,
    kind: "folder",
    fields: globals.fields,
    record,
    columns: [
      column("File", (one) => one.file, { path: "file" }),
      ...(record.profile === undefined
        ? []
        : [column<Trusted>("Profile", (one) => one.profile, { path: "profile" })]),
      ...(record.site === undefined ? [] : [column<Trusted>("Site", (one) => one.site, { path: "site" })]),
      ...Object.entries(record.settings ?? {}).map(([name, value]) =>
        column<Trusted>(name, () => String(value), { path: `settings.${name}` }),
      ),
    ],
  });
  // A script has no one to ask; the command that was refused showed the same.
  await confirm(context, "Trust it?", yes || streams.terminal === undefined, { local: true });
  trust();
  await notice(
    "Trusted. It applies in this folder and below it; flags and environment variables override it.",
  );
  return undefined;
}
