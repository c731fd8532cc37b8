import type { Flag, Group } from "../../cli/command.ts";
import { listFlags, yesFlag } from "../../cli/flags.ts";

const reference = { name: "<collection>", describe: "id, slug or name" };
const products = { name: "[products...]", describe: "ids, slugs or SKUs; - reads NDJSON records from stdin" };
const fieldFlags: readonly Flag[] = [
  { flags: "--name <text>", describe: "name" },
  { flags: "--slug <text>", describe: "the last part of its address" },
  { flags: "--description <text>", describe: "description" },
  { flags: "--visible <yes>", describe: "whether the shop shows it", choices: ["true", "false"] },
];

/** `till collections …` */
export const collections: Group = {
  name: "collections",
  summary: "group products into collections",
  screen: true,
  verbs: [
    {
      name: "list",
      summary: "list collections",
      flags: listFlags,
      examples: [
        { run: "till collections list", does: "every collection with the number of its products" },
        { run: "till collections list --filter 'name startsWith \"T\"' --json", does: "some, as JSON" },
      ],
      load: () => import("./list.ts"),
    },
    {
      name: "get",
      summary: "show one collection",
      args: [reference],
      examples: [
        { run: "till collections get tableware", does: "by slug" },
        { run: "till collections get tableware --json", does: "as JSON" },
      ],
      load: () => import("./get.ts"),
    },
    {
      name: "create",
      summary: "create a collection",
      flags: fieldFlags,
      examples: [
        { run: "till collections create --name 'Winter sale'", does: "an empty collection" },
        { run: "till collections create --name Gifts --slug gifts --json", does: "and its id as JSON" },
      ],
      load: () => import("./create.ts"),
    },
    {
      name: "update",
      summary: "rename or describe a collection",
      args: [reference],
      flags: fieldFlags,
      examples: [
        { run: "till collections update tableware --name 'Table & kitchen'", does: "a new name" },
        { run: "till collections update tableware --visible false", does: "hide it" },
      ],
      load: () => import("./update.ts"),
    },
    {
      name: "delete",
      summary: "delete a collection; its products stay",
      args: [reference],
      flags: [yesFlag],
      examples: [
        { run: "till collections delete tableware", does: "after a question" },
        { run: "till collections delete tableware --yes", does: "in a script" },
      ],
      load: () => import("./delete.ts"),
    },
    {
      name: "add",
      summary: "put products into a collection",
      args: [reference, products],
      examples: [
        { run: "till collections add tableware stoneware-mug", does: "one product, by slug" },
        {
          run: "till products list --filter 'brand = \"Flax & Fjord\"' --output ndjson | till collections add tableware -",
          does: "what another command found",
        },
      ],
      load: () => import("./add.ts"),
    },
    {
      name: "remove",
      summary: "take products out of a collection",
      args: [reference, products],
      examples: [
        { run: "till collections remove tableware stoneware-mug", does: "one product" },
        {
          run: "till products list --output ndjson | till collections remove tableware -",
          does: "what another command found",
        },
      ],
      load: () => import("./remove.ts"),
    },
  ],
};
