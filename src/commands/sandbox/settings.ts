import { sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";

/** Shows the sandbox's settings, after changing those that are given as `name=value`. */
export async function run(context: Context, given: string[]): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context);
  const known = (await control.settings({})).settings ?? [];
  const changes = given.map((one) =>
    readChange(
      one,
      known.map(({ name }) => name ?? ""),
    ),
  );
  for (const change of changes) await control.configure(change);
  const { settings } = changes.length > 0 ? await control.settings({}) : { settings: known };
  const named = changes.map(({ name }) => name);
  type Setting = NonNullable<typeof settings>[number];
  await renderList<Setting>({
    streams: context.streams,
    format: context.format,
    kind: "setting",
    fields: context.globals.fields,
    columns: [
      column<Setting>("SETTING", ({ name }) => name ?? "", { path: "name" }),
      column<Setting>("VALUE", ({ value }) => value ?? "", { path: "value" }),
      column<Setting>("WHAT IT IS", ({ summary }) => summary ?? "", { path: "summary", grow: true }),
    ],
    rows: (settings ?? []).filter(({ name }) => named.length === 0 || named.includes(name ?? "")),
  });
  return undefined;
}

function readChange(text: string, names: readonly string[]): { name: string; value: string } {
  const at = text.indexOf("=");
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  const hint = "See them with: till sandbox settings";
  if (at < 1 || value === "")
    throw new UsageError(`"${text}" is not name=value.`, { field: "changes", hint });
  if (names.includes(name)) return { name, value };
  const meant = nearest(name, names);
  const guess = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw new UsageError(`There is no setting "${name}".${guess}`, { field: "changes", hint });
}
