import type { Verb } from "../../cli/command.ts";

/** `till graphql …` */
export const graphql: Verb = {
  name: "graphql",
  summary: "send a GraphQL query",
  args: [{ name: "<query>", describe: "the query: text, @FILE, or - for stdin" }],
  flags: [
    {
      flags: "--variables <json>",
      describe: "its variables as JSON: @FILE, - for stdin, or the text itself",
    },
    { flags: "--api-version <name>", describe: "the version of the platform's schema", fallback: "alpha" },
  ],
  examples: [
    { run: "till graphql '{ products(limit: 3) { items { name slug } } }'", does: "three products" },
    {
      run: "till graphql 'query ($slug: String) { product(slug: $slug) { name } }' --variables '{\"slug\":\"stoneware-mug\"}'",
      does: "one product, named by a variable",
    },
  ],
  notes: "Exit 1 where the answer holds errors; what came with them is printed all the same.",
  load: () => import("./run.ts"),
};
