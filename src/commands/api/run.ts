import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import type { CallFlags } from "./call.ts";
import type { GraphqlFlags } from "./graphql.ts";
import type { ListFlags } from "./list.ts";

/** Makes the given call, or lists all calls if none is given; sends a query of GraphQL, describes the calls, or compares them with what a shop answers. */
export async function run(
  context: Context,
  args: string[],
  options: CallFlags & ListFlags & GraphqlFlags,
): Promise<ExitCode | undefined> {
  if (args.length === 0) return await (await import("./list.ts")).listCalls(context, options);
  for (const flag of ["service", "search"] as const) {
    if (options[flag] === undefined) continue;
    throw new UsageError(`--${flag} can only be used without a call.`, {
      field: `--${flag}`,
    });
  }
  const [name, ...rest] = args;
  if (name === "graphql") return await (await import("./graphql.ts")).run(context, rest, options);
  if (name === "openapi") return await (await import("./openapi.ts")).printOpenApi(context, rest);
  if (name === "probe") {
    if (rest.length === 0) return await (await import("./probe.ts")).probe(context);
    throw new UsageError(`Too many arguments for "api probe". Expected 0 arguments but got ${rest.length}.`, {
      hint: "Add --help to see the arguments and flags.",
    });
  }
  return await (await import("./call.ts")).makeCall(context, args, options);
}
