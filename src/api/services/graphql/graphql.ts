import { endpoint, service } from "../../endpoint.ts";
import { json, list, obj, text } from "../../models/fields.ts";

/** The GraphQL endpoint of the platform. Query errors have status 200 and can be accompanied by partial data. */
export const graphql = service("graphql", {
  run: endpoint("POST /graphql/{apiVersion}", {
    input: obj({ apiVersion: text(), query: text(), variables: json() }),
    result: obj({ data: json(), errors: list(json()) }),
    required: ["apiVersion", "query"],
    bareBody: true,
    role: "visitor",
    summary: "Run a GraphQL query (default apiVersion: alpha)",
  }),
});
