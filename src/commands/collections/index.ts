import type { Flag, Group, Unnamed } from "../../cli/command.ts";
import { listFlags, yesFlag } from "../../cli/flags.ts";
import { getsResource, listsResource } from "../../cli/generic/resource-verbs.ts";

const loadResource = async () => (await import("../../resources/collections/resource.ts")).collectionResource;

const collectionArg = { name: "<collection>", describe: "id, slug or name" };
const productsArg = {
  name: "[products...]",
  describe: "ids, handles or SKUs; - reads NDJSON records from stdin",
};
const fieldFlags: readonly Flag[] = [
  { flags: "--name <text>", describe: "name" },
  { flags: "--slug <text>", describe: "last part of its URL" },
  { flags: "--description <text>", describe: "description" },
  { flags: "--visible <bool>", describe: "show in the shop", choices: ["true", "false"] },
];

/** `till collections …` */
export const collections: Unnamed<Group> = {
  screen: true,
  verbs: [
    {
      name: "list",
      summary: "List collections",
      flags: listFlags({ filter: 'name startsWith "T"', sort: "name" }),
      examples: [
        "till collections list # all collections with their product counts",
        "till collections list --filter \"name startsWith 'T'\" --json # only matching collections, as JSON",
      ],
      ...listsResource(loadResource),
    },
    {
      name: "get",
      summary: "Show a collection",
      args: [collectionArg],
      examples: [
        "till collections get tableware # by slug",
        "till collections get tableware --jq .numberOfProducts # only the number of products",
      ],
      ...getsResource(loadResource),
    },
    {
      name: "create",
      writes: true,
      summary: "Create a collection",
      flags: fieldFlags,
      examples: [
        'till collections create --name "Winter sale" # an empty collection',
        "till collections create --name Gifts --slug gifts --json # print the new collection as JSON",
      ],
      load: async () => ({ run: (await import("./run.ts")).create }),
    },
    {
      name: "update",
      writes: true,
      summary: "Change a collection",
      args: [collectionArg],
      flags: fieldFlags,
      examples: [
        'till collections update tableware --name "Table & kitchen" # a new name',
        "till collections update tableware --visible false # hide it from the shop",
      ],
      load: async () => ({ run: (await import("./run.ts")).update }),
    },
    {
      name: "delete",
      writes: true,
      summary: "Delete a collection but keep its products",
      args: [collectionArg],
      flags: [yesFlag],
      examples: [
        "till collections delete tableware # asks for confirmation",
        "till collections delete tableware --yes # without confirmation",
      ],
      load: async () => ({ run: (await import("./run.ts")).remove }),
    },
    {
      name: "add",
      writes: true,
      summary: "Add products to a collection",
      args: [collectionArg, productsArg],
      examples: [
        "till collections add tableware stoneware-mug # add one product by handle",
        "till products list --filter \"brand = 'Flax & Fjord'\" --output ndjson | till collections add tableware - # add the products that another command found",
      ],
      load: async () => ({ run: (await import("./run.ts")).addProducts }),
    },
    {
      name: "remove",
      writes: true,
      summary: "Remove products from a collection",
      args: [collectionArg, productsArg],
      examples: [
        "till collections remove tableware stoneware-mug # remove one product",
        "till products list --output ndjson | till collections remove tableware - # remove the products that another command found",
      ],
      load: async () => ({ run: (await import("./run.ts")).removeProducts }),
    },
  ],
};
