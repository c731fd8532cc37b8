import { valueAt } from "../../api/endpoint.ts";
import { openCall } from "../../api/open-call.ts";
import type { Context } from "../../context.ts";
import { type ExitCode, UsageError } from "../../errors.ts";
import { confirm } from "../ask.ts";
import type { FieldOptions } from "../field-flags.ts";
import { pointAtFlags } from "../fields.ts";
import type { ListOptions } from "../flags.ts";
import { announceWriting } from "../writing.ts";
import type { Family, FamilyVerb } from "./family.ts";
import { findThing, nameOf, type Thing } from "./find.ts";
import { readInput } from "./input.ts";
import { printList, printRecord, printRows } from "./show.ts";

/** A verb of a family, and what was typed. */
export interface Typed {
  context: Context;
  family: Family;
  verb: FamilyVerb;
  args: readonly string[];
  options: object;
}

/** Does what a verb of a family says: finds what is named, asks, makes the call and prints what it answers. */
export async function runVerb(typed: Typed): Promise<ExitCode | undefined> {
  const { context, family, verb, options } = typed;
  const { call: operation, shows, reads, asks, done } = verb;
  const name = operation.includes(".") ? operation : `${family.shelf}.${operation}`;
  const endpoint = await openCall(name);
  const isRead = endpoint.effect === "read";
  const call = await context.call(endpoint.role === "visitor" ? undefined : endpoint.role);
  if (endpoint.paging && isRead)
    return await printList({ ...typed, call, name, endpoint, options: options as ListOptions });

  const things: Thing[] = [];
  const places: [field: string, value: string][] = [];
  for (const [index, arg] of (verb.args ?? []).entries()) {
    const text = typed.args[index];
    if (text === undefined) continue;
    const thing = arg.finds ? await findThing({ context, family, call }, text, reads === true) : undefined;
    if (thing) things.push(thing);
    places.push([arg.field, thing?.id ?? text]);
  }
  if (verb.site !== undefined) places.push([verb.site, (await context.site()).id]);
  const [thing] = things;
  const fields = await readInput(typed, endpoint, places, reads ? thing : undefined, options as FieldOptions);
  if (reads && verb.into !== undefined && fields.written.length === 0 && fields.untouched) {
    const flags = (verb.flags ?? []).map(({ flags: form }) => form.split(" ")[0]);
    throw new UsageError("Nothing to change.", {
      hint: `Say what: ${[...flags, "-f or --input"].join(", ")}.`,
    });
  }
  if (asks !== undefined) {
    const { yes } = options as { yes?: boolean };
    await confirm(context, `${asks}${thing ? ` ${nameOf(family, thing)}` : ""}?`, yes);
  }
  if (!isRead) await announceWriting(context);
  try {
    const { body } = await call(name, endpoint, fields.input, { signal: context.signal });
    if (done !== undefined) await context.notice(`${done}${thing ? ` ${nameOf(family, thing)}` : ""}.`);
    if (shows === undefined) return undefined;
    const shown = shows === "" ? body : valueAt(body, shows);
    if (Array.isArray(shown)) await printRows(typed, shown as object[]);
    else await printRecord(typed, (shown ?? {}) as object);
    return undefined;
  } catch (error) {
    throw pointAtFlags(error, fields, verb.into);
  }
}
