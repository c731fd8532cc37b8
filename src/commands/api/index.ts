import type { Verb } from "../../cli/command.ts";
import { fieldFlags } from "../../cli/field-flags.ts";
import { yesFlag } from "../../cli/flags.ts";

/** `till api …` */
export const api: Verb = {
  name: "api",
  summary: "make any call of the platform, or list them all",
  args: [
    { name: "[call]", describe: "products.query, or GET, POST, PUT, PATCH, DELETE; nothing lists the calls" },
    { name: "[path]", describe: "after a method: /stores-reader/v1/products/ID" },
  ],
  flags: [
    ...fieldFlags,
    { flags: "--all", describe: "every item of a list, page after page" },
    { flags: "-i, --include", describe: "print status and headers before the answer" },
    { flags: "--curl", describe: "print the same request as a curl command and send nothing" },
    { flags: "--service <name>", describe: "list only the calls of this service" },
    { flags: "--search <text>", describe: "list only calls in whose name, path or summary this stands" },
    yesFlag,
  ],
  examples: [
    { run: "till api --search variants", does: "calls that have to do with variants" },
    { run: "till api products.query -f query.paging.limit=2 --fields products.name", does: "a call by name" },
    { run: "till api products.query --all --output ndjson", does: "every item, one a line" },
    {
      run: "till api GET /stores-reader/v1/collections/slug/coffee --include",
      does: "a call by its address",
    },
    {
      run: "till api products.create -f product.name=Mug -f product.priceData.price=9.5 --curl",
      does: "the same for curl",
    },
  ],
  notes: "How fields are written: docs/guides/raw-calls.md",
  load: () => import("./run.ts"),
};
