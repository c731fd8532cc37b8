import { addressFlags, contactFlags, emailFlag, shippingOptionFlag } from "../../cli/buyer-flags.ts";
import type { Group, Unnamed } from "../../cli/command.ts";
import { wholeNumber, yesFlag } from "../../cli/flags.ts";

const itemDescription = "position in the cart, id, SKU, handle or name";
const quantityFlag = {
  flags: "--quantity <n>",
  describe: "quantity",
  parse: wholeNumber("--quantity", 1),
};

/** `till cart …` */
export const cart: Unnamed<Group> = {
  screen: true,
  verbs: [
    {
      name: "get",
      summary: "Show the current cart",
      examples: [
        "till cart get # items, discounts and totals",
        'till cart get --jq ".lineItems[] | [.sku, .quantity] | @tsv" # only SKUs and quantities',
      ],
      load: async () => ({ run: (await import("./run.ts")).show }),
    },
    {
      name: "add",
      writes: true,
      summary: "Add items to the cart",
      args: [{ name: "[products...]", describe: "id, handle or SKU of a product, or SKU of a variant" }],
      flags: [
        { ...quantityFlag, describe: "quantity of each item (default: 1)" },
        { flags: "--option <choice>", describe: "option choice: Size=Large (repeatable)", repeat: true },
        { flags: "--text <text>", describe: "custom text: 'Engraving=For Ada' (repeatable)", repeat: true },
        { flags: "--subscription <id>", describe: "subscription option to buy it with" },
        { flags: "--custom <name>", describe: "name of a custom item that is not in the catalog" },
        { flags: "--price <amount>", describe: "price of the custom item: 5.00" },
        {
          flags: "--type <type>",
          describe: "type of the custom item (default: SERVICE)",
          choices: ["PHYSICAL", "DIGITAL", "GIFT_CARD", "SERVICE"],
        },
        { flags: "--deposit <amount>", describe: "deposit for the custom item" },
        { flags: "--on <time>", describe: "start time of a service: 2026-12-01T10:00:00Z" },
        { flags: "--until <time>", describe: "end time of a service" },
        {
          flags: "--participants <n>",
          describe: "number of participants in a service",
          parse: wholeNumber("--participants", 1),
        },
      ],
      examples: [
        "till cart add stoneware-mug kitchen-towel-strich --option Colour=Ink # one of each",
        "till cart add MUG-INK --quantity 2 # two of a variant, by SKU",
        'till cart add --custom "Gift wrap" --price 5.00 # name of a custom item that is not in the catalog',
      ],
      notes:
        "If a response is lost, the cart is read again to find out whether the items were added. They are never added twice.",
      load: () => import("./add.ts"),
    },
    {
      name: "set",
      writes: true,
      summary: "Set the quantity of an item",
      args: [{ name: "<item>", describe: itemDescription }],
      flags: [quantityFlag],
      examples: [
        "till cart set stoneware-mug --quantity 3 # set the quantity by handle",
        "till cart set 1 --quantity 1 # set the quantity of the first item",
      ],
      load: async () => ({ run: (await import("./run.ts")).set }),
    },
    {
      name: "remove",
      writes: true,
      summary: "Remove items from the cart",
      args: [{ name: "<items...>", describe: itemDescription }],
      examples: [
        "till cart remove stoneware-mug # remove an item with its full quantity",
        "till cart remove 1 --json # remove the first item, and print the cart as JSON",
      ],
      load: async () => ({ run: (await import("./run.ts")).remove }),
    },
    {
      name: "clear",
      writes: true,
      summary: "Delete the cart",
      flags: [yesFlag],
      examples: [
        "till cart clear --yes # without confirmation",
        "till cart clear --yes --quiet # without confirmation or output",
      ],
      load: async () => ({ run: (await import("./run.ts")).clear }),
    },
    {
      name: "update",
      writes: true,
      summary: "Set the buyer, addresses, shipping option and merchant discounts",
      flags: [
        emailFlag,
        ...addressFlags,
        shippingOptionFlag,
        ...contactFlags,
        {
          flags: "--discount <amount>",
          describe: "merchant discount: 5.00 or 10% (repeatable; requires --as admin)",
          repeat: true,
        },
        { flags: "--no-discount", describe: "remove all merchant discounts" },
        { flags: "--language <code>", describe: "language of the buyer: en" },
      ],
      examples: [
        'till cart update --ship-to "US-NY, 10001, New York, 5 Main St" # set the shipping address',
        "till cart update --email ada@example.com --first-name Ada --last-name Lind # set the buyer's name and email address",
      ],
      load: () => import("./update.ts"),
    },
    {
      name: "coupon",
      writes: true,
      summary: "Apply a coupon",
      args: [{ name: "<code>", describe: "coupon code; replaces the current coupon" }],
      examples: [
        "till cart coupon WELCOME10 # apply a coupon",
        "till cart coupon WELCOME10 --json --fields discounts # print only the discounts, as JSON",
      ],
      load: async () => ({ run: (await import("./run.ts")).addCoupon }),
    },
    {
      name: "uncoupon",
      writes: true,
      summary: "Remove the coupon",
      examples: [
        "till cart uncoupon # remove the coupon",
        "till cart uncoupon --jq .subtotalAfterDiscounts # print the subtotal without it",
      ],
      load: async () => ({ run: (await import("./run.ts")).removeCoupon }),
    },
    {
      name: "note",
      writes: true,
      summary: "Set the note to the merchant",
      args: [{ name: "<text>", describe: "text of the note; empty to remove it" }],
      examples: [
        'till cart note "Please wrap it" # visible to the merchant on the order',
        'till cart note "" # remove the note',
      ],
      load: async () => ({ run: (await import("./run.ts")).setNote }),
    },
    {
      name: "estimate",
      summary: "Estimate the total with shipping, tax and fees",
      flags: [
        ...addressFlags,
        shippingOptionFlag,
        { flags: "--membership <id>", describe: "membership to pay with (repeatable)", repeat: true },
        { flags: "--no-tax", describe: "exclude tax" },
        { flags: "--no-shipping", describe: "exclude shipping" },
        { flags: "--no-fees", describe: "exclude additional fees" },
      ],
      examples: [
        'till cart estimate --ship-to "US-NY, 10001, New York, 5 Main St" # with shipping and tax',
        "till cart estimate --no-tax --json --fields totals # only the totals, without tax",
      ],
      load: () => import("./estimate.ts"),
    },
    {
      name: "checkout",
      writes: true,
      summary: "Create a checkout and print its URL",
      flags: [
        {
          flags: "--channel <type>",
          describe: "sales channel (default: WEB)",
          choices: [
            "WEB",
            "POS",
            "BACKOFFICE_MERCHANT",
            "OTHER_PLATFORM",
            "WIX_INVOICES",
            "FACEBOOK",
            "TIKTOK",
          ],
        },
        ...addressFlags,
        shippingOptionFlag,
        emailFlag,
        { flags: "--open", describe: "open the checkout in the browser" },
      ],
      examples: [
        "till cart checkout --email ada@example.com # print the checkout URL",
        'till cart checkout --ship-to "US-NY, 10001, New York, 5 Main St" --shipping-option Standard --json # set the address and the shipping option',
      ],
      notes: "Next: till checkout get, or till checkout complete --pay approved to pay without a browser.",
      load: () => import("./checkout.ts"),
    },
  ],
};
