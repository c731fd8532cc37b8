import type { Unnamed, Verb } from "../../cli/command.ts";
import { fieldFlags, yesFlag } from "../../cli/flags.ts";

/** `till api …` */
export const api: Unnamed<Verb> = {
  writes: true,
  namesShops: true,
  args: [
    {
      name: "[call]",
      describe:
        "call name such as products.query, an HTTP method, graphql, openapi or probe; lists all calls if omitted",
    },
    {
      name: "[path]",
      describe:
        "path, with an HTTP method: /stores-reader/v1/products/ID; with graphql, the query as text, @FILE or -; with openapi, a domain",
    },
  ],
  flags: [
    ...fieldFlags,
    { flags: "--all", describe: "fetch all pages and print their items" },
    { flags: "-i, --include", describe: "print the response status and headers" },
    { flags: "--curl", describe: "print the request as a curl command instead of sending it" },
    { flags: "--service <name>", describe: "list only the calls of this service" },
    {
      flags: "--search <text>",
      describe: "list only calls whose names, paths and summaries contain these words",
    },
    {
      flags: "--variables <json>",
      describe: "variables of a GraphQL query as JSON text, @FILE, or - for stdin",
    },
    { flags: "--api-version <name>", describe: "schema version of GraphQL (default: alpha)" },
    yesFlag,
  ],
  examples: [
    "till api --search variants # list calls related to variants",
    "till api products.query -f query.paging.limit=2 --fields products.name # make a call by name",
    "till api products.query --all --output ndjson # print all items, one per line",
    "till api GET /stores-reader/v1/collections/slug/coffee --include # make a call by method and path",
    "till api products.create -f product.name=Mug -f product.priceData.price=9.5 --curl # print the request as a curl command",
    'till api graphql "{ products(limit: 3) { items { name slug } } }" # send a GraphQL query',
    "till api openapi orders # print the OpenAPI description of a domain",
    "till api probe # list fields in responses that till does not know; no values are printed",
  ],
  notes: "Learn more about fields: till help guide raw-calls",
  load: () => import("./run.ts"),
};
