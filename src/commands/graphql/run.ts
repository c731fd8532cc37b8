import type { Endpoint } from "../../api/endpoint.ts";
import { graphql } from "../../api/services/graphql/graphql.ts";
import { rawOutput } from "../../cli/raw-output.ts";
import { readJsonObject, readText } from "../../cli/source.ts";
import { announceWriting } from "../../cli/writing.ts";
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

interface GraphqlFlags {
  variables?: string;
  apiVersion: string;
}

/** Sends a query and prints the answer. Errors in the answer are printed as well, and end with exit 1. */
export async function run(
  context: Context,
  [given = ""]: string[],
  { variables, apiVersion }: GraphqlFlags,
): Promise<ExitCode | undefined> {
  const output = rawOutput(context);
  const query =
    given === "-" || given.startsWith("@") ? await readText(context, given.replace(/^@/, "")) : given;
  const input = {
    query,
    ...(variables !== undefined && { variables: await readJsonObject(context, "--variables", variables) }),
  };
  const endpoint = graphqlCall(apiVersion, query);
  if (endpoint.effect !== "read") await announceWriting(context);
  const body = await send(context, endpoint, input);
  await output.print(body);
  const errors = Array.isArray(body.errors) ? body.errors : [];
  if (errors.length === 0) return undefined;
  throw new TillError(exitCodes.failure, `GraphQL: ${errors.map(errorText).join("\n  ")}`, {
    code: "GRAPHQL_ERRORS",
  });
}

/** The version stands in the address alone: the body is the query and its variables, as the platform's own client sends it. */
function graphqlCall(version: string, query: string): Endpoint {
  if (!/^[\w.-]*\w$/.test(version)) {
    throw new UsageError(`--api-version takes a name such as alpha, not "${version}".`, {
      field: "--api-version",
    });
  }
  const path = `/graphql/${version}`;
  // A query in which the word does not occur changes nothing, and may be sent again.
  const effect = /\bmutation\b/.test(query) ? "add" : "read";
  return { ...graphql.run, path, public: path, required: ["query"], effect };
}

async function send(context: Context, endpoint: Endpoint, input: object): Promise<Record<string, unknown>> {
  const call = await context.call();
  let status: number | undefined;
  const onResponse = (response: { status: number }) => {
    status = response.status;
  };
  try {
    const { body } = await call("graphql.run", endpoint, input, { signal: context.signal, onResponse });
    return body;
  } catch (error) {
    if (status === undefined || status === 200 || !(error instanceof TillError)) throw error;
    const text = `GraphQL request failed with status ${status}: ${error.message}`;
    const { code, hint } = error;
    if (error instanceof UnknownOutcomeError) throw new UnknownOutcomeError(text, { hint, cause: error });
    if (!(error instanceof ApiError)) throw new TillError(error.exitCode, text, { code, hint, cause: error });
    throw new ApiError(text, { status, code, requestId: error.requestId, details: error.details, hint });
  }
}

/** `Cannot query field "nmae" (line 1, column 14)` */
function errorText(error: unknown): string {
  const { message, locations } = (error ?? {}) as { message?: unknown; locations?: unknown };
  const [place] = Array.isArray(locations) ? (locations as { line?: unknown; column?: unknown }[]) : [];
  const where = place ? ` (line ${place.line}, column ${place.column})` : "";
  return `${typeof message === "string" ? message : jsonText(error)}${where}`;
}
