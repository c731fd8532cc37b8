import type { Context } from "../../context/context.ts";

/** Returns the context with calls that the log of an embedded sandbox leaves out: a screen reads again and again. */
export async function quietly(context: Context): Promise<Context> {
  if ((await context.site()).hosted) return context;
  const call: Context["call"] = async (as) => {
    const send = await context.call(as);
    return async (endpoint, input, options) =>
      await send(endpoint, input, { ...options, headers: { ...options?.headers, "x-till-quiet": "1" } });
  };
  return { ...context, call };
}
