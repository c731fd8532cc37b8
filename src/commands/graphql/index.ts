import type { Unnamed, Verb } from "../../cli/command.ts";

/** `till graphql …` */
export const graphql: Unnamed<Verb> = {
  writes: true,
  namesShops: true,
  args: [{ name: "<query>", describe: "query text, @FILE, or - for stdin" }],
  flags: [
    {
      flags: "--variables <json>",
      describe: "query variables as JSON text, @FILE, or - for stdin",
    },
    { flags: "--api-version <name>", describe: "schema version", fallback: "alpha" },
  ],
  examples: [
    'till graphql "{ products(limit: 3) { items { name slug } } }" # query three products',
    "till graphql 'query ($slug: String) { product(slug: $slug) { name } }' --variables '{\"slug\":\"stoneware-mug\"}' # pass a variable",
  ],
  notes: "If the response contains errors, it is printed and the exit code is 1.",
  load: () => import("./run.ts"),
};
