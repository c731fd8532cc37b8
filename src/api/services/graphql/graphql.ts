import { endpoint } from "../../endpoint.ts";
import { json, list, obj, text } from "../../models/fields.ts";

/** The GraphQL door of the platform. Errors of a query come with status 200, beside whatever data there is. */
export const graphql = {
  run: endpoint("POST /graphql/{apiVersion}", {
    input: obj({ apiVersion: text(), query: text(), variables: json() }),
    result: obj({ data: json(), errors: list(json()) }),
    required: ["apiVersion", "query"],
    role: "visitor",
    summary: "Run a GraphQL query (default apiVersion: alpha)",
  }),
};
