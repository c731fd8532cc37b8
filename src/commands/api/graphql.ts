import type { EndpointOf, WireInput } from "../../api/endpoint.ts";
import { graphql } from "../../api/services/graphql.ts";
import { rawOutput } from "../../cli/raw-output.ts";
import { readJsonObject, readText } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import {
  ApiError,
  type ExitCode,
  exitCodes,
  TillError,
  UnknownOutcomeError,
  UsageError,
} from "../../kernel/errors.ts";
import { jsonText } from "../../output/json.ts";

/** The flags of `till api graphql`. */
export interface GraphqlFlags {
  variables?: string;
  apiVersion?: string;
}

/** Sends a query and prints the response. Throws TillError (exit 1) if the response contains errors. */
export async function run(
  context: Context,
  [argument = ""]: string[],
  { variables, apiVersion = "alpha" }: GraphqlFlags,
): Promise<ExitCode | undefined> {
  const output = rawOutput(context);
  const query =
    argument === "-" || argument.startsWith("@")
      ? await readText(context, argument.replace(/^@/, ""))
      : argument;
  const input = {
    query,
    variables: variables === undefined ? undefined : await readJsonObject(context, "--variables", variables),
  };
  const endpoint = graphqlCall(apiVersion, query);
  const body = await send(context, endpoint, input);
  await output.print(body);
  const errors = Array.isArray(body.errors) ? body.errors : [];
  if (errors.length === 0) return undefined;
  throw new TillError(exitCodes.failure, `GraphQL: ${errors.map(errorText).join("\n  ")}`, {
    code: "GRAPHQL_ERRORS",
  });
}

/** The call with the version in its path instead of its input. */
type GraphqlCall = EndpointOf<Partial<WireInput<typeof graphql.run>>, { errors?: unknown }>;

/** Returns the endpoint of a schema version, which is part of the path. */
function graphqlCall(version: string, query: string): GraphqlCall {
  if (!/^[\w.-]*\w$/.test(version)) {
    throw new UsageError(`Invalid value "${version}" for --api-version: expected a name such as alpha.`, {
      field: "--api-version",
    });
  }
  const path = `/graphql/${version}`;
  // A query without the word "mutation" changes nothing and is safe to retry.
  const effect = /\bmutation\b/.test(query) ? "add" : "read";
  return { ...graphql.run, path, public: path, required: ["query"], effect };
}

async function send(context: Context, endpoint: GraphqlCall, input: object) {
  const call = await context.call();
  let status: number | undefined;
  const onResponse = (response: { status: number }) => {
    status = response.status;
  };
  try {
    return await call(endpoint, input, { signal: context.signal, onResponse });
  } catch (error) {
    if (status === undefined || status === 200 || !(error instanceof TillError)) throw error;
    const text = `GraphQL request failed with status ${status}: ${error.message}`;
    const { code, hint } = error;
    if (error instanceof UnknownOutcomeError) throw new UnknownOutcomeError(text, { hint, cause: error });
    if (!(error instanceof ApiError)) throw new TillError(error.exitCode, text, { code, hint, cause: error });
    throw new ApiError(text, { status, code, requestId: error.requestId, details: error.details, hint });
  }
}

/** Formats an error: `Cannot query field "nmae" (line 1, column 14)`. */
function errorText(error: unknown): string {
  const { message, locations } = (error ?? {}) as { message?: unknown; locations?: unknown };
  const [location] = Array.isArray(locations) ? (locations as { line?: unknown; column?: unknown }[]) : [];
  const position = location ? ` (line ${location.line}, column ${location.column})` : "";
  return `${typeof message === "string" ? message : jsonText(error)}${position}`;
}
