import type { Flag, Group } from "../../cli/command.ts";
import { listFlags, yesFlag } from "../../cli/flags.ts";
import { getsResource, listsResource } from "../../cli/generic/resource-verbs.ts";

const loadResource = async () => (await import("../../resources/collections/resource.ts")).collectionResource;

const collectionArg = { name: "<collection>", describe: "id, slug or name" };
const productsArg = {
  name: "[products...]",
  describe: "ids, slugs or SKUs; - reads NDJSON records from stdin",
};
const fieldFlags: readonly Flag[] = [
  { flags: "--name <text>", describe: "name" },
  { flags: "--slug <text>", describe: "last part of its URL" },
  { flags: "--description <text>", describe: "description" },
  { flags: "--visible <bool>", describe: "show in the shop", choices: ["true", "false"] },
];

/** `till collections …` */
export const collections: Group = {
  name: "collections",
  summary: "Group products into collections",
  screen: true,
  verbs: [
    {
      name: "list",
      summary: "List collections",
      flags: listFlags,
      examples: [
        { run: "till collections list", does: "all collections with their product counts" },
        {
          run: "till collections list --filter 'name startsWith \"T\"' --json",
          does: "only matching collections, as JSON",
        },
      ],
      ...listsResource(loadResource),
    },
    {
      name: "get",
      summary: "Show a collection",
      args: [collectionArg],
      examples: [
        { run: "till collections get tableware", does: "by slug" },
        { run: "till collections get tableware --json", does: "as JSON" },
      ],
      ...getsResource(loadResource),
    },
    {
      name: "create",
      summary: "Create a collection",
      flags: fieldFlags,
      examples: [
        { run: "till collections create --name 'Winter sale'", does: "an empty collection" },
        {
          run: "till collections create --name Gifts --slug gifts --json",
          does: "print the new collection as JSON",
        },
      ],
      load: async () => ({ run: (await import("./run.ts")).create }),
    },
    {
      name: "update",
      summary: "Change a collection",
      args: [collectionArg],
      flags: fieldFlags,
      examples: [
        { run: "till collections update tableware --name 'Table & kitchen'", does: "a new name" },
        { run: "till collections update tableware --visible false", does: "hide it from the shop" },
      ],
      load: async () => ({ run: (await import("./run.ts")).update }),
    },
    {
      name: "delete",
      summary: "Delete a collection but keep its products",
      args: [collectionArg],
      flags: [yesFlag],
      examples: [
        { run: "till collections delete tableware", does: "asks for confirmation" },
        { run: "till collections delete tableware --yes", does: "without confirmation" },
      ],
      load: async () => ({ run: (await import("./run.ts")).remove }),
    },
    {
      name: "add",
      summary: "Add products to a collection",
      args: [collectionArg, productsArg],
      examples: [
        { run: "till collections add tableware stoneware-mug", does: "add one product by slug" },
        {
          run: "till products list --filter 'brand = \"Flax & Fjord\"' --output ndjson | till collections add tableware -",
          does: "add the products that another command found",
        },
      ],
      load: async () => ({ run: (await import("./run.ts")).addProducts }),
    },
    {
      name: "remove",
      summary: "Remove products from a collection",
      args: [collectionArg, productsArg],
      examples: [
        { run: "till collections remove tableware stoneware-mug", does: "remove one product" },
        {
          run: "till products list --output ndjson | till collections remove tableware -",
          does: "remove the products that another command found",
        },
      ],
      load: async () => ({ run: (await import("./run.ts")).removeProducts }),
    },
  ],
};
