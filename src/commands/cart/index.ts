import { addressFlags, contactFlags, emailFlag, shippingOptionFlag } from "../../cli/buyer/flags.ts";
import type { Group } from "../../cli/command.ts";
import { wholeNumber, yesFlag } from "../../cli/flags.ts";

const line = "place in the cart, id, SKU, slug or name";
const quantityFlag = {
  flags: "--quantity <n>",
  describe: "how many",
  parse: wholeNumber("--quantity", 1),
};

/** `till cart …` */
export const cart: Group = {
  name: "cart",
  summary: "your current cart: fill it, price it, check it out",
  screen: true,
  verbs: [
    {
      name: "show",
      summary: "show the current cart",
      examples: [
        { run: "till cart show", does: "what is in it" },
        { run: "till cart show --json", does: "as JSON" },
      ],
      load: () => import("./show.ts"),
    },
    {
      name: "add",
      summary: "put items into the cart",
      args: [{ name: "[products...]", describe: "id, slug or SKU; a variant's SKU says its choices" }],
      flags: [
        { ...quantityFlag, describe: "how many of each (default: 1)" },
        { flags: "--option <choice>", describe: "a choice, as often as needed: Size=Large", repeat: true },
        { flags: "--text <text>", describe: "a text on the product: 'Engraving=For Ada'", repeat: true },
        { flags: "--subscription <id>", describe: "buy it again and again, by this subscription option" },
        { flags: "--custom <name>", describe: "an item that is not in the catalog" },
        { flags: "--price <amount>", describe: "its price: 5.00" },
        {
          flags: "--type <type>",
          describe: "its type (default: SERVICE)",
          choices: ["PHYSICAL", "DIGITAL", "GIFT_CARD", "SERVICE"],
        },
        { flags: "--deposit <amount>", describe: "what is paid of its price at once" },
        { flags: "--on <time>", describe: "when the service takes place: 2026-12-01T10:00:00Z" },
        { flags: "--until <time>", describe: "when it ends" },
        {
          flags: "--participants <n>",
          describe: "for how many it is",
          parse: wholeNumber("--participants", 1),
        },
      ],
      examples: [
        { run: "till cart add stoneware-mug kitchen-towel-strich --option Colour=Ink", does: "one of each" },
        { run: "till cart add MUG-INK --quantity 2", does: "two of a variant, by its SKU" },
        { run: "till cart add --custom 'Gift wrap' --price 5.00", does: "what no catalog knows" },
      ],
      notes:
        "A lost answer never doubles a quantity: what is in the cart then is compared with what was in it before.",
      load: () => import("./add.ts"),
    },
    {
      name: "set",
      summary: "set how many there are of an item",
      args: [{ name: "<item>", describe: line }],
      flags: [quantityFlag],
      examples: [
        { run: "till cart set stoneware-mug --quantity 3", does: "three of them" },
        { run: "till cart set 1 --quantity 1", does: "one of the first item" },
      ],
      load: () => import("./set.ts"),
    },
    {
      name: "remove",
      summary: "take items out of the cart",
      args: [{ name: "<items...>", describe: line }],
      examples: [
        { run: "till cart remove stoneware-mug", does: "all of it" },
        { run: "till cart remove 1 --json", does: "the first item, and what is left as JSON" },
      ],
      load: () => import("./remove.ts"),
    },
    {
      name: "clear",
      summary: "delete the cart",
      flags: [yesFlag],
      examples: [
        { run: "till cart clear --yes", does: "with everything in it" },
        { run: "till cart clear --yes --quiet", does: "and say nothing" },
      ],
      load: () => import("./clear.ts"),
    },
    {
      name: "update",
      summary: "say who buys, where it goes and how it travels; give a discount by hand",
      flags: [
        emailFlag,
        ...addressFlags,
        shippingOptionFlag,
        ...contactFlags,
        {
          flags: "--discount <amount>",
          describe: "what you take off as the merchant: 5.00 or 10%, as often as needed",
          repeat: true,
        },
        { flags: "--no-discount", describe: "take no discount of yours off any more" },
        { flags: "--language <code>", describe: "the buyer's language: en" },
      ],
      examples: [
        { run: "till cart update --ship-to 'US-NY, 10001, New York, 5 Main St'", does: "where it goes" },
        {
          run: "till cart update --email ada@example.com --first-name Ada --last-name Lind",
          does: "who buys",
        },
      ],
      load: () => import("./update.ts"),
    },
    {
      name: "coupon",
      summary: "use a coupon",
      args: [{ name: "<code>", describe: "the coupon's code; the one before gives way" }],
      examples: [
        { run: "till cart coupon WELCOME10", does: "its discount comes off" },
        { run: "till cart coupon WELCOME10 --json --fields discounts", does: "what it takes off" },
      ],
      load: () => import("./coupon.ts"),
    },
    {
      name: "uncoupon",
      summary: "take the coupon off",
      examples: [
        { run: "till cart uncoupon", does: "pay in full" },
        { run: "till cart uncoupon --json", does: "the cart as JSON" },
      ],
      load: async () => ({ run: (await import("./coupon.ts")).uncoupon }),
    },
    {
      name: "note",
      summary: "leave a note to the shop",
      args: [{ name: "<text>", describe: "the note; an empty one takes it off" }],
      examples: [
        { run: "till cart note 'Please wrap it'", does: "the merchant sees it on the order" },
        { run: "till cart note ''", does: "take it off" },
      ],
      load: () => import("./note.ts"),
    },
    {
      name: "estimate",
      summary: "show what it would cost, delivered and taxed",
      flags: [
        ...addressFlags,
        shippingOptionFlag,
        { flags: "--membership <id>", describe: "pay with this membership", repeat: true },
        { flags: "--no-tax", describe: "without tax" },
        { flags: "--no-shipping", describe: "without delivery" },
        { flags: "--no-fees", describe: "without additional fees" },
      ],
      examples: [
        {
          run: "till cart estimate --ship-to 'US-NY, 10001, New York, 5 Main St'",
          does: "all that makes up the price",
        },
        { run: "till cart estimate --no-tax --json --fields totals", does: "the sums alone" },
      ],
      load: () => import("./estimate.ts"),
    },
    {
      name: "checkout",
      summary: "make a checkout of the cart and print its address",
      flags: [
        {
          flags: "--channel <type>",
          describe: "where the sale is made (default: WEB)",
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
        { flags: "--open", describe: "open it in the browser" },
      ],
      examples: [
        {
          run: "till cart checkout --email ada@example.com",
          does: "its address; with --open in the browser",
        },
        {
          run: "till cart checkout --ship-to 'US-NY, 10001, New York, 5 Main St' --shipping-option Standard --json",
          does: "delivered there",
        },
      ],
      notes: "Then: till checkout get, or till checkout complete --pay approved (without a browser).",
      load: () => import("./checkout.ts"),
    },
  ],
};
