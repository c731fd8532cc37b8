import type { Context } from "../context.ts";

/** Says on stderr which hosted site is about to be changed; called before the first write of a command. */
export async function announceWriting(context: Context): Promise<void> {
  const { hosted, id, profile } = await context.site();
  if (hosted) await context.notice(`Writing to site ${id} (profile ${profile}).`);
}
