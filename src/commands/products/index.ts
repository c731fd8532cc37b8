import { fileArg, importFlags, jobFlags, tableFlags } from "../../cli/bulk-flags.ts";
import type { Flag, Group, Unnamed } from "../../cli/command.ts";
import {
  allFlag,
  listFlags,
  localFlag,
  searchFlag,
  viewFlag,
  wholeNumber,
  yesFlag,
} from "../../cli/flags.ts";
import { countsResource, getsResource, listsResource } from "../../cli/generic/resource-verbs.ts";
import {
  guardFlags,
  keyFlag,
  mapFlags,
  numberFlags,
  optionFlag,
  productArg,
  productFilter,
  productFilterFlag,
  sharedSkusFlag,
  weightUnitFlag,
} from "../../cli/product-flags.ts";

/** `till products variants …` */
const variants: Group = {
  name: "variants",
  summary: "Manage a product's variants",
  verbs: [
    {
      name: "list",
      summary: "List a product's variants",
      args: [productArg],
      flags: [optionFlag],
      examples: [
        "till products variants list stoneware-mug # choices, SKUs, prices, stock",
        "till products variants list stoneware-mug --option Colour=Ink --json # only matching variants, as JSON",
      ],
      load: async () => ({ run: (await import("./variants.ts")).list }),
    },
    {
      name: "update",
      writes: true,
      summary: "Change a product's variants, or the one with an SKU",
      args: [productArg],
      flags: [
        optionFlag,
        { flags: "--price <amount>", describe: "price of the variant" },
        { flags: "--cost <amount>", describe: "your cost" },
        { flags: "--weight <amount>", describe: "weight" },
        { flags: "--sku <text>", describe: "SKU" },
        { flags: "--visible <bool>", describe: "show in the shop", choices: ["true", "false"] },
      ],
      examples: [
        "till products variants update stoneware-mug --option Colour=Ink --price 26 # change the price of one variant",
        "till products variants update MUG-MOSS --visible false # hide one variant, by its SKU",
      ],
      load: async () => ({ run: (await import("./variants.ts")).update }),
    },
    {
      name: "reset",
      writes: true,
      summary: "Reset all changes to a product's variants",
      args: [productArg],
      flags: [yesFlag],
      examples: [
        "till products variants reset stoneware-mug --yes # without confirmation",
        "till products variants reset stoneware-mug # asks for confirmation",
      ],
      load: async () => ({ run: (await import("./variants.ts")).reset }),
    },
  ],
};

/** `till products options …` */
const options: Group = {
  name: "options",
  summary: "Show or delete a product's options",
  verbs: [
    {
      name: "availability",
      summary: "Show which choices are available after others are selected",
      args: [productArg],
      flags: [optionFlag],
      examples: [
        "till products options availability stoneware-mug --option Colour=Ink # with one choice selected",
        "till products options availability stoneware-mug --json # the full response as JSON",
      ],
      load: async () => ({ run: (await import("./options.ts")).availability }),
    },
    {
      name: "delete",
      writes: true,
      summary: "Delete a product's options (only if its variants are not managed)",
      args: [productArg],
      flags: [yesFlag],
      examples: [
        "till products options delete gift-wrapping --yes # without confirmation",
        "till products options delete gift-wrapping # asks for confirmation",
      ],
      load: async () => ({ run: (await import("./options.ts")).remove }),
    },
  ],
};

const labelsFlag: Flag = {
  flags: "--create-labels",
  describe: "create brands and ribbons whose names are almost those of existing ones",
};

const choiceFlag: Flag = {
  flags: "--choice <choice>",
  describe: "option choice to show the media with: Colour=Ink",
};

/** `till products media …` */
const media: Group = {
  name: "media",
  summary: "Manage a product's images and videos",
  verbs: [
    {
      name: "list",
      summary: "List a product's media",
      args: [productArg],
      examples: [
        "till products media list stoneware-mug # ids, types and URLs",
        'till products media list stoneware-mug --jq ".items[].image.url" # print the image URLs, one per line',
      ],
      load: async () => ({ run: (await import("./media.ts")).list }),
    },
    {
      name: "add",
      writes: true,
      summary: "Add media by id or URL, or upload pictures",
      args: [
        productArg,
        {
          name: "<sources...>",
          describe: "media ids, URLs, or pictures to upload (PNG, JPEG, GIF or WebP)",
        },
      ],
      flags: [choiceFlag],
      examples: [
        "till products media add stoneware-mug https://example.com/mug.jpg # from a URL",
        "till products media add stoneware-mug mug-ink.jpg --choice Colour=Ink # for one choice",
      ],
      load: async () => ({ run: (await import("./media.ts")).add }),
    },
    {
      name: "remove",
      writes: true,
      summary: "Remove media from a product",
      args: [productArg, { name: "[ids...]", describe: "media ids (default: all media)" }],
      flags: [yesFlag],
      examples: [
        "till products media remove stoneware-mug till_stoneware-mug-ink~mv2.jpg # remove one image",
        "till products media remove stoneware-mug --yes # remove all media, without confirmation",
      ],
      load: async () => ({ run: (await import("./media.ts")).remove }),
    },
    {
      name: "attach",
      writes: true,
      summary: "Show media only with an option choice",
      args: [productArg, { name: "<ids...>", describe: "media ids of the product" }],
      flags: [choiceFlag],
      examples: [
        "till products media attach stoneware-mug till_stoneware-mug-ink~mv2.jpg --choice Colour=Ink # one image for one color",
        "till products media attach stoneware-mug till_stoneware-mug-oat~mv2.jpg --choice Colour=Oat --json # print the product as JSON",
      ],
      load: async () => ({ run: (await import("./media.ts")).attach }),
    },
    {
      name: "detach",
      writes: true,
      summary: "Show media with every option choice again",
      args: [productArg],
      flags: [choiceFlag],
      examples: [
        "till products media detach stoneware-mug --choice Colour=Ink # from one choice",
        "till products media detach stoneware-mug # from all choices",
      ],
      load: async () => ({ run: (await import("./media.ts")).detach }),
    },
  ],
};

const loadResource = async () => (await import("../../resources/products/resource.ts")).productResource;

const fieldFlags: readonly Flag[] = [
  { flags: "--name <text>", describe: "name" },
  { flags: "--price <amount>", describe: "price: 19.99" },
  { flags: "--cost <amount>", describe: "your cost" },
  { flags: "--weight <amount>", describe: "weight in the shop's unit" },
  { flags: "--sku <text>", describe: "SKU" },
  { flags: "--handle <text>", describe: "last part of the product's URL" },
  { flags: "--description <html>", describe: "description" },
  { flags: "--brand <text>", describe: "brand" },
  { flags: "--ribbon <text>", describe: "ribbon: Sale" },
  { flags: "--hidden", describe: "hide the product from the shop" },
];

/** `till products …` */
export const products: Unnamed<Group> = {
  screen: true,
  verbs: [
    {
      name: "list",
      summary: "List products",
      flags: listFlags({
        filter: productFilter,
        sort: "price:desc,name",
        search: "only products whose name or an SKU contains this text",
      }),
      examples: [
        'till products list --filter "price > 20 and visible = true" --sort price:desc # most expensive first',
        "till products list --all --output ndjson # all products, one JSON object per line",
      ],
      notes:
        "Filter fields and operators: till help guide filters\nCosts are read only if --fields, --filter, --jq or --template names them: --fields handle,cost",
      ...listsResource(loadResource),
    },
    {
      name: "count",
      summary: "Count products",
      flags: [productFilterFlag, searchFlag, localFlag],
      examples: [
        "till products count # all products",
        'till products count --filter "price > 20" --jq .count # only the number, for a script',
      ],
      ...countsResource(loadResource),
    },
    {
      name: "get",
      summary: "Show a product",
      args: [productArg],
      examples: [
        "till products get stoneware-mug # by handle",
        "till products get MUG-INK --json --fields name,price # two fields as JSON",
      ],
      ...getsResource(loadResource),
    },
    {
      name: "create",
      writes: true,
      summary: "Create a product",
      flags: [
        ...fieldFlags,
        {
          flags: "--input <file>",
          describe: "file with the product as JSON, in Wix's format (- for stdin)",
        },
      ],
      examples: [
        'till products create --name "Tea towel" --price 12.50 --sku TOWEL-1 # set fields with flags',
        "till products create --input product.json # read the product from a file",
      ],
      load: () => import("./create.ts"),
    },
    {
      name: "update",
      summary: "Change one or more products",
      args: [{ name: "[products...]", describe: "ids, handles or SKUs; - reads NDJSON records from stdin" }],
      flags: [
        productFilterFlag,
        allFlag,
        {
          flags: "--set <change...>",
          describe: "price=+10%, stock=40, brand=Acme, 'salePrice = price * 0.8', 'collections += Summer'",
        },
        ...guardFlags,
        labelsFlag,
        {
          flags: "--variants <what>",
          describe: "change the prices of variants that have their own, or leave them",
          choices: ["move", "leave"],
          fallback: "move",
        },
        ...jobFlags,
      ],
      examples: [
        "till products update --filter \"brand = 'Flax & Fjord'\" --set price=+10% --dry-run # preview the changes",
        "till products update MUG-OAT --set price=21 # the variant with this SKU",
        'till products update --filter "variant.stock < 5" --set price=+5% # variants with little stock',
      ],
      notes:
        "Fields, changes and expressions: till help guide changes\nVariants by SKU and by filter: till help guide filters",
      resource: loadResource,
      load: () => import("./update.ts"),
    },
    {
      name: "delete",
      summary: "Delete products",
      args: [{ name: "[products...]", describe: "ids, handles or SKUs; - reads NDJSON records from stdin" }],
      flags: [productFilterFlag, allFlag, ...jobFlags],
      examples: [
        "till products delete stoneware-mug --yes # one product, without confirmation",
        "till products delete --filter \"brand = 'Flax & Fjord'\" --dry-run # preview which products would be deleted",
      ],
      load: () => import("./delete.ts"),
    },
    {
      name: "import",
      summary: "Import products from a CSV or Excel file",
      args: [fileArg("CSV, Excel workbook (.xlsx) or NDJSON")],
      flags: [
        {
          flags: "--format <format>",
          describe: "file format (default: detected from the header)",
          choices: [
            ...["wix", "shopify", "till", "woocommerce", "bigcommerce", "square", "prestashop", "magento"],
            ...["list", "ndjson"],
          ],
        },
        { ...keyFlag, describe: `${keyFlag.describe} (default: id and handle)` },
        { flags: "--create", describe: "with --key, create products that do not exist" },
        {
          flags: "--create-collections",
          describe: "create collections whose names are almost those of existing ones",
        },
        {
          flags: "--create-duplicates",
          describe: "without --key, create products with the names of existing ones",
        },
        sharedSkusFlag,
        { flags: "--shorten", describe: "shorten names with more than 80 characters" },
        labelsFlag,
        ...mapFlags,
        ...numberFlags,
        weightUnitFlag,
        ...guardFlags,
        ...importFlags,
      ],
      examples: [
        "till products import products.csv --dry-run # preview the changes",
        "till products import products.csv --dry-run --diff changes.html # write every change to a page",
        "till products import products_export.csv --format shopify --yes # a Shopify export, without confirmation",
        "till products import products.xlsx --sheet Products # one sheet of a workbook",
        "till products import prices.csv --key sku # a supplier's price list: products and variants by SKU",
        'till products import prices.csv --key sku --floor "cost * 1.2" --floor-raises --cap-change 30% # within limits',
        'till products import preise.csv --key sku --excel de --map "Artikelnr=sku,VK brutto=price" # a list with its own column names',
      ],
      notes: "Formats, numbers and empty cells: till help guide files",
      load: () => import("./import.ts"),
    },
    {
      name: "export",
      summary: "Export products to a file",
      args: [{ name: "[file]", describe: "file to write: CSV, .xlsx, .ndjson or .json (default: stdout)" }],
      flags: [
        productFilterFlag,
        viewFlag,
        {
          flags: "--format <format>",
          describe: "file format (default: by file extension, else till)",
          choices: ["wix", "shopify", "till", "google", "meta", "ndjson", "json"],
        },
        ...tableFlags,
        { flags: "--limit <n>", describe: "maximum number of products", parse: wholeNumber("--limit", 1) },
      ],
      examples: [
        "till products export products.csv # all products, in till's own format",
        "till products export products.xlsx # an Excel workbook",
        "till products export preise.csv --excel de --fields name,sku,price # three columns, for a German Excel",
        "till products export feed.tsv --format google # a feed for Google Merchant Center; meta for Facebook and Instagram",
        'till products export shop.csv --format wix --filter "visible = true" # visible products, in the format of Wix\'s own import',
      ],
      load: () => import("./export.ts"),
    },
    {
      name: "recommend",
      summary: "List the products that the site recommends",
      args: [{ name: "[products...]", describe: "products to go with: ids, handles or SKUs" }],
      flags: [
        { flags: "--algorithm <name>", describe: "only this algorithm (default: the first that finds any)" },
        { flags: "--limit <n>", describe: "maximum number of products", parse: wholeNumber("--limit", 1) },
      ],
      examples: [
        "till products recommend stoneware-mug # products that go with a mug",
        'till products recommend --algorithm "Best sellers" --limit 3 --json # best sellers',
      ],
      load: () => import("./recommend.ts"),
    },
    variants,
    options,
    media,
    ...(["brand", "ribbon"] as const).map((field) => ({
      name: `remove-${field}`,
      writes: true as const,
      summary: `Remove a product's ${field}`,
      args: [productArg],
      examples: [
        `till products remove-${field} stoneware-mug # by handle`,
        `till products remove-${field} MUG # by SKU`,
      ],
      load: async () => ({ run: (await import("./options.ts")).removeField(field) }),
    })),
  ],
};
