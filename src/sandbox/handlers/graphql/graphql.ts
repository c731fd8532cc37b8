import { buildSchema, GraphQLError, graphqlSync } from "graphql";
import type { Handlers } from "../../../api/endpoint.ts";
import type { graphql as endpoints } from "../../../api/services/graphql/graphql.ts";
import { catalogVersion } from "../../kernel/catalog-version.ts";
import { InvalidInput } from "../../kernel/invalid.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { catalogRoots } from "./catalog.ts";
import { catalogV3Roots } from "./catalog-v3.ts";
import { schemaText } from "./schema.ts";

const schema = buildSchema(schemaText);

/** GraphQL over the catalog. Query errors are returned with status 200 in `errors`. */
export const graphql: Handlers<typeof endpoints, Tx> = {
  run(tx, { apiVersion, query, variables }) {
    if (apiVersion !== "alpha")
      throw new PlatformError(
        404,
        "NOT_FOUND",
        `There is no GraphQL API version "${apiVersion}", only alpha`,
      );
    const { data, errors } = graphqlSync({
      schema,
      source: query ?? "",
      rootValue: catalogVersion(tx) === "V3_CATALOG" ? catalogV3Roots : catalogRoots,
      contextValue: tx,
      variableValues: variables as Record<string, unknown> | undefined,
    });
    return { data, ...(errors && { errors: errors.map(errorJson) }) };
  },
};

/** Formats a GraphQL error. Errors of handlers keep their code; unexpected errors are rethrown. */
function errorJson(error: GraphQLError): object {
  const { originalError: cause } = error;
  if (cause === undefined || cause instanceof GraphQLError) return error.toJSON();
  if (cause instanceof PlatformError) return { ...error.toJSON(), extensions: { code: cause.code } };
  if (cause instanceof InvalidInput) return { ...error.toJSON(), extensions: { code: "INVALID_ARGUMENT" } };
  throw cause;
}
