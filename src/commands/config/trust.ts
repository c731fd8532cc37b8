import { trustFolderFile } from "../../config/folder-choices.ts";
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

/** Trusts the nearest `.till.yaml` as it is now, and prints what it chooses. Throws TillError (exit 5) if there is none. */
export async function run({
  cwd,
  paths,
  streams,
  format,
  globals,
  notice,
}: Context): Promise<ExitCode | undefined> {
  const file = findFolderFile(cwd);
  if (file === undefined)
    throw new TillError(exitCodes.notFound, `There is no ${folderFileName} in this folder or above it.`, {
      hint: `For example: echo 'profile: staging' > ${folderFileName}`,
    });
  const record: Trusted = await trustFolderFile(file, paths.trustedFile);
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
  await notice(
    "Trusted. It applies in this folder and below it; flags and environment variables override it.",
  );
  return undefined;
}
