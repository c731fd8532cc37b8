import { addressFlags, contactFlags, emailFlag, shippingOptionFlag } from "../../cli/buyer/flags.ts";
import type { Group } from "../../cli/command.ts";

const reference = { name: "[checkout]", describe: "its id (default: the checkout of the current cart)" };

/** How the sandbox can let a payment turn out. */
const outcomes = ["approved", "declined", "authorized", "offline", "pending"];

/** `till checkout …` */
export const checkout: Group = {
  name: "checkout",
  summary: "a cart on its way to an order, and paying it",
  verbs: [
    {
      name: "get",
      summary: "show a checkout",
      args: [reference],
      examples: [
        { run: "till checkout get", does: "that of the current cart" },
        { run: "till checkout get --json --fields totals,payNow", does: "the sums as JSON" },
      ],
      load: () => import("./get.ts"),
    },
    {
      name: "update",
      summary: "say who buys, where it goes, how it travels, and which gift card pays",
      args: [reference],
      flags: [
        emailFlag,
        ...addressFlags,
        shippingOptionFlag,
        ...contactFlags,
        { flags: "--note <text>", describe: "a note to the shop" },
        { flags: "--gift-card <code>", describe: "pay with this gift card" },
        { flags: "--gift-card-amount <amount>", describe: "take at most this much from it" },
        { flags: "--no-gift-card", describe: "do not pay with a gift card" },
      ],
      examples: [
        { run: "till checkout update --email ada@example.com", does: "where to write to the buyer" },
        {
          run: "till checkout update --gift-card TILLGIFT50 --gift-card-amount 10.00",
          does: "ten off the gift card",
        },
      ],
      load: () => import("./update.ts"),
    },
    {
      name: "coupon",
      summary: "use a coupon, or take it off",
      args: [{ name: "[code]", describe: "the coupon's code" }],
      flags: [
        { flags: "--checkout <id>", describe: "the checkout (default: that of the current cart)" },
        { flags: "--remove", describe: "take the coupon off" },
      ],
      examples: [
        { run: "till checkout coupon WELCOME10", does: "its discount comes off" },
        { run: "till checkout coupon --remove", does: "pay in full" },
      ],
      load: () => import("./coupon.ts"),
    },
    {
      name: "shipping",
      summary: "list the ways of delivery, or choose one",
      args: [{ name: "[option]", describe: "title or code" }],
      flags: [{ flags: "--checkout <id>", describe: "the checkout (default: that of the current cart)" }],
      examples: [
        { run: "till checkout shipping", does: "what is offered" },
        { run: "till checkout shipping Standard", does: "choose one" },
      ],
      load: () => import("./shipping.ts"),
    },
    {
      name: "complete",
      summary: "make the order, and pay it without a browser",
      args: [reference],
      flags: [
        {
          flags: "--pay <outcome>",
          describe: "how the sandbox lets the payment turn out (default: approved)",
          choices: outcomes,
        },
        { flags: "--delay-capture", describe: "only hold the amount, and capture it later" },
      ],
      examples: [
        { run: "till checkout complete --pay authorized", does: "an order to capture later" },
        { run: "till checkout complete --pay approved --json", does: "the order's id as JSON" },
      ],
      notes:
        "Never sent twice. Where the answer is lost the checkout is read again, and says whether it is complete.",
      load: () => import("./complete.ts"),
    },
  ],
};
