import { addressFlags, contactFlags, emailFlag, shippingOptionFlag } from "../../cli/buyer-flags.ts";
import type { Flag, Group, Unnamed } from "../../cli/command.ts";
import { payFlag } from "../../cli/pay.ts";

const checkoutArg = {
  name: "[checkout]",
  describe: "checkout id (default: the checkout of the current cart)",
};
const checkoutFlag: Flag = { flags: "--checkout <id>", describe: checkoutArg.describe };

/** Payment outcomes that the sandbox can simulate. */
const outcomes = ["approved", "declined", "authorized", "offline", "pending"];

/** `till checkout …` */
export const checkout: Unnamed<Group> = {
  verbs: [
    {
      name: "get",
      summary: "Show a checkout",
      args: [checkoutArg],
      examples: [
        "till checkout get # the checkout of the current cart",
        "till checkout get --json --fields totals,payNow # only the totals, as JSON",
      ],
      load: async () => ({ run: (await import("./run.ts")).get }),
    },
    {
      name: "update",
      writes: true,
      summary: "Set the buyer, addresses, shipping option and gift card",
      args: [checkoutArg],
      flags: [
        emailFlag,
        ...addressFlags,
        shippingOptionFlag,
        ...contactFlags,
        { flags: "--note <text>", describe: "note to the merchant" },
        { flags: "--gift-card <code>", describe: "gift card to pay with" },
        { flags: "--gift-card-amount <amount>", describe: "maximum amount to take from the gift card" },
        { flags: "--no-gift-card", describe: "remove the gift card" },
      ],
      examples: [
        "till checkout update --email ada@example.com # set the buyer's email address",
        "till checkout update --gift-card TILLGIFT50 --gift-card-amount 10.00 # pay up to 10.00 with a gift card",
      ],
      load: () => import("./run.ts"),
    },
    {
      name: "coupon",
      writes: true,
      summary: "Apply or remove a coupon",
      args: [{ name: "[code]", describe: "coupon code" }],
      flags: [checkoutFlag, { flags: "--remove", describe: "remove the coupon" }],
      examples: [
        "till checkout coupon WELCOME10 # apply a coupon",
        "till checkout coupon --remove # remove the coupon",
      ],
      load: async () => ({ run: (await import("./run.ts")).coupon }),
    },
    {
      name: "shipping",
      writes: true,
      summary: "List the shipping options, or select one",
      args: [{ name: "[option]", describe: "title or code of a shipping option" }],
      flags: [checkoutFlag],
      examples: [
        "till checkout shipping # list the shipping options",
        "till checkout shipping Standard # select an option",
      ],
      load: async () => ({ run: (await import("./run.ts")).shipping }),
    },
    {
      name: "complete",
      writes: true,
      summary: "Place the order and pay without a browser",
      args: [checkoutArg],
      flags: [
        payFlag(outcomes),
        { flags: "--delay-capture", describe: "only authorize the payment; capture it later" },
      ],
      examples: [
        "till checkout complete --pay authorized # authorize the payment, to capture it later",
        "till checkout complete --pay approved --json # print the order id as JSON",
      ],
      notes:
        "Never sent twice. If the response is lost, the checkout is read again to find out whether it is complete.",
      load: () => import("./complete.ts"),
    },
  ],
};
