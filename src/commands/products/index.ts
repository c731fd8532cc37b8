import type { Flag, Group } from "../../cli/command.ts";
import { filterFlag, listFlags, wholeNumber } from "../../cli/flags.ts";
import { jobFlags } from "../../cli/job-flags.ts";
import { media, options, removals, variants } from "./parts.ts";

const reference = { name: "<product>", describe: "id, slug or SKU" };

const fieldFlags: readonly Flag[] = [
  { flags: "--name <text>", describe: "name" },
  { flags: "--price <amount>", describe: "price, such as 19.99" },
  { flags: "--cost <amount>", describe: "what it costs you" },
  { flags: "--weight <amount>", describe: "weight, in the shop's unit" },
  { flags: "--sku <text>", describe: "SKU" },
  { flags: "--slug <text>", describe: "the last part of the product's address" },
  { flags: "--description <html>", describe: "description" },
  { flags: "--brand <text>", describe: "brand" },
  { flags: "--ribbon <text>", describe: "ribbon, such as Sale" },
  { flags: "--hidden", describe: "do not show it in the shop" },
];

/** `till products …` */
export const products: Group = {
  name: "products",
  summary: "list, change, import and export products",
  screen: true,
  verbs: [
    {
      name: "list",
      summary: "list products",
      flags: listFlags,
      examples: [
        {
          run: "till products list --filter 'price > 20 and visible = true' --sort price:desc",
          does: "the dearest first",
        },
        { run: "till products list --all --output ndjson", does: "every product, one JSON object a line" },
      ],
      notes: "Fields and operators of --filter: docs/guides/filters.md",
      load: () => import("./list.ts"),
    },
    {
      name: "get",
      summary: "show one product",
      args: [reference],
      examples: [
        { run: "till products get stoneware-mug", does: "by slug" },
        { run: "till products get MUG-INK --json --fields name,priceData.price", does: "two fields as JSON" },
      ],
      load: () => import("./get.ts"),
    },
    {
      name: "create",
      summary: "create a product",
      flags: [
        ...fieldFlags,
        { flags: "--input <file>", describe: "the product as JSON (- for stdin), in the platform's form" },
      ],
      examples: [
        { run: "till products create --name 'Tea towel' --price 12.50 --sku TOWEL-1", does: "from flags" },
        { run: "till products create --input product.json", does: "from a file" },
      ],
      load: () => import("./create.ts"),
    },
    {
      name: "update",
      summary: "change products, one or many",
      args: [{ name: "[products...]", describe: "ids, slugs or SKUs; - reads NDJSON records from stdin" }],
      flags: [
        filterFlag,
        {
          flags: "--set <change...>",
          describe: "price=+10%, price=-5, price=19.99, brand=Acme, 'price = round(price * 0.85, .99)'",
        },
        { flags: "--floor <expression>", describe: "refuse prices below this, such as 'cost * 1.2'" },
        { flags: "--cap-change <percent>", describe: "refuse changes larger than this, such as 30%" },
        {
          flags: "--variants <what>",
          describe: "whether variants with prices of their own move along",
          choices: ["move", "leave"],
          fallback: "move",
        },
        ...jobFlags,
      ],
      examples: [
        {
          run: "till products update --filter 'brand = \"Flax & Fjord\"' --set price=+10% --dry-run",
          does: "what would change",
        },
        { run: "till products update stoneware-mug --set visible=false", does: "hide one product" },
      ],
      notes: "Changes and expressions: docs/guides/changes.md",
      load: () => import("./update.ts"),
    },
    {
      name: "delete",
      summary: "delete products",
      args: [{ name: "[products...]", describe: "ids, slugs or SKUs; - reads NDJSON records from stdin" }],
      flags: [filterFlag, ...jobFlags],
      examples: [
        { run: "till products delete stoneware-mug --yes", does: "one product, without a question" },
        { run: "till products delete --filter 'brand = \"Flax & Fjord\"' --dry-run", does: "which would go" },
      ],
      load: () => import("./delete.ts"),
    },
    {
      name: "import",
      summary: "create and change products from a file",
      args: [{ name: "<file>", describe: "CSV or NDJSON; - reads stdin" }],
      flags: [
        {
          flags: "--format <dialect>",
          describe: "the file's dialect (default: told by its header)",
          choices: ["wix", "shopify", "till", "ndjson"],
        },
        {
          flags: "--decimal <mark>",
          describe: "the file's decimal mark",
          choices: [".", ","],
          fallback: ".",
        },
        {
          flags: "--encoding <name>",
          describe: "the file's encoding, such as windows-1252 (default: utf-8)",
        },
        { flags: "--ignore-unknown", describe: "pass over columns that are not known" },
        { flags: "--rejects <file>", describe: "where rows that failed go (default: FILE.rejects.csv)" },
        ...jobFlags,
      ],
      examples: [
        { run: "till products import products.csv --dry-run", does: "what the file would change" },
        {
          run: "till products import products_export.csv --format shopify --yes",
          does: "a Shopify export, without a question",
        },
      ],
      notes: "Dialects, numbers and empty cells: docs/guides/files.md",
      load: () => import("./import.ts"),
    },
    {
      name: "export",
      summary: "write products to a file",
      args: [{ name: "[file]", describe: "where to; stdout when absent" }],
      flags: [
        filterFlag,
        {
          flags: "--format <dialect>",
          describe: "default: by the file's ending, else till",
          choices: ["wix", "shopify", "till", "ndjson", "json"],
        },
        { flags: "--raw", describe: "leave cells that a spreadsheet would run as a formula as they are" },
        { flags: "--limit <n>", describe: "at most this many", parse: wholeNumber("--limit", 1) },
      ],
      examples: [
        { run: "till products export products.csv", does: "everything, in till's own dialect" },
        {
          run: "till products export shop.csv --format wix --filter 'visible = true'",
          does: "a file the platform's own import reads",
        },
      ],
      load: () => import("./export.ts"),
    },
    variants,
    options,
    media,
    ...removals,
  ],
};
