import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { renderRecord } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import { ask, itemOf } from "./item.ts";

interface Options {
  email?: string;
  variant?: string;
  link?: string;
}

/** Asks to be told when a product is back in stock. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { email, variant, link }: Options,
): Promise<ExitCode | undefined> {
  if (email === undefined) {
    const hint = `For example: till back-in-stock request ${reference} --email ivo@example.com`;
    throw new UsageError("Whom to tell?", { field: "--email", hint });
  }
  const { catalogReference, itemDetails } = await itemOf(context, reference, variant);
  await announceWriting(context);
  const { request } = await ask(context, "create", {
    request: { catalogReference, email, ...(link !== undefined && { itemUrl: link }) },
    itemDetails,
  });
  const { streams, format, globals } = context;
  await renderRecord<Record<string, unknown>>({
    streams,
    format,
    kind: "request",
    fields: globals.fields,
    columns: [
      column("Id", ({ id }) => String(id)),
      column("E-mail", (row) => String(row.email)),
      column("Status", ({ status }) => String(status)),
    ],
    record: request as Record<string, unknown>,
  });
  return undefined;
}
