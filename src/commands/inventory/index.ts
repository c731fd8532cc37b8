import { fileArg, importFlags } from "../../cli/bulk-flags.ts";
import type { Flag, Group, Unnamed } from "../../cli/command.ts";
import { listFlags, wholeNumber } from "../../cli/flags.ts";
import { listsResource } from "../../cli/generic/resource-verbs.ts";
import { keyFlag, mapFlags, numberFlags, productArg } from "../../cli/product-flags.ts";

const loadResource = async () => (await import("../../resources/inventory/resource.ts")).inventoryResource;

const variantFlag: Flag = {
  flags: "--option <choice...>",
  describe: "variant to change: Size=Large (or give its SKU as <product>)",
};

/** `till products stock …` */
export const inventory: Unnamed<Group> = {
  screen: true,
  verbs: [
    {
      name: "list",
      summary: "List stock, one row per variant",
      flags: listFlags({ filter: "stock < 5", sort: "name" }),
      examples: [
        'till products stock list --filter "stock < 5" # items that are running low',
        "till products stock list --all --output csv # all stock, for a spreadsheet",
      ],
      ...listsResource(loadResource),
    },
    {
      name: "get",
      summary: "Show the stock of a product",
      args: [productArg],
      examples: [
        "till products stock get stoneware-mug # one row per variant",
        'till products stock get stoneware-mug --jq ".items[] | select(.inStock | not) | .sku" # the SKUs of variants that are sold out',
      ],
      load: () => import("./get.ts"),
    },
    {
      name: "set",
      writes: true,
      summary: "Set the stock of a product or variant",
      args: [productArg],
      flags: [
        variantFlag,
        {
          flags: "--quantity <n>",
          describe: "quantity in stock; turns tracking on",
          parse: wholeNumber("--quantity"),
        },
        {
          flags: "--in-stock <bool>",
          describe: "in stock or not, without a quantity; turns tracking off",
          choices: ["true", "false"],
        },
      ],
      examples: [
        "till products stock set stoneware-mug --quantity 40 # track stock, with 40 in stock",
        "till products stock set linen-napkins --option Colour=Sand --in-stock false # mark one variant as sold out",
      ],
      load: async () => ({ run: (await import("./run.ts")).set }),
    },
    ...(["increment", "decrement"] as const).map((name) => ({
      name,
      writes: true as const,
      summary: name === "increment" ? "Add to the stock" : "Subtract from the stock",
      args: [productArg],
      flags: [
        variantFlag,
        { flags: "--by <n>", describe: "quantity (default: 1)", parse: wholeNumber("--by", 1) },
      ],
      examples: [
        `till products stock ${name} MUG-INK --by 12 # ${name === "increment" ? "add" : "subtract"} twelve`,
        `till products stock ${name} serving-bowl --json # by one, and print the new stock as JSON`,
      ],
      load: async () => ({ run: (await import("./run.ts")).adjust(name) }),
    })),
    {
      name: "import",
      summary: "Set or adjust stock from a file",
      args: [fileArg("CSV, Excel workbook (.xlsx) or NDJSON")],
      flags: [
        { ...keyFlag, describe: `${keyFlag.describe} (default: sku)` },
        { flags: "--adjust", describe: "quantities are differences, such as 12 or -3" },
        {
          flags: "--sum",
          describe: "add up the lines with the same key; one without a quantity is one piece",
        },
        ...mapFlags,
        ...numberFlags,
        ...importFlags,
      ],
      examples: [
        "till products stock import counts.csv # set the stock of products and variants by SKU",
        "till products stock import delivery.csv --adjust --dry-run # preview what a delivery adds",
        'till products stock import bestand.csv --map "Artikel=sku,Bestand=stock" --save-map counting # a list with its own column names',
      ],
      notes: "Columns: sku, stock. Learn more: till help guide files",
      load: () => import("./import.ts"),
    },
  ],
};
