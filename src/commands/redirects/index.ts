import type { Unnamed, Verb } from "../../cli/command.ts";
import { fieldFlags } from "../../cli/flags.ts";

/** `till account redirect …` */
export const redirect: Unnamed<Verb> = {
  writes: true,
  args: [
    {
      name: "<target>",
      describe:
        "bookingsCheckout, ecomCheckout, eventsCheckout, paidPlansCheckout, login, logout, auth, storesProduct, bookingsBook, ecomOrderPaymentRequest, callbacks, preferences, or a section of the members area: ACCOUNT_INFO, BOOKINGS, ORDERS, SUBSCRIPTIONS, EVENTS",
    },
  ],
  flags: [
    ...fieldFlags,
    {
      flags: "--callback <type=url>",
      describe: "URL to return to (repeatable): LOGOUT=URL, CHECKOUT=URL or AUTHORIZE=URL",
      repeat: true,
    },
    {
      flags: "--prompt <prompt>",
      describe: "OAuth prompt parameter of auth",
      choices: ["login", "none", "consent", "select_account"],
    },
    {
      flags: "--location-type <type>",
      describe: "location type of the slot of bookingsCheckout",
      choices: ["UNDEFINED", "OWNER_BUSINESS", "OWNER_CUSTOM", "CUSTOM"],
    },
    { flags: "--open", describe: "also open the URL in the browser" },
  ],
  examples: [
    "till account redirect storesProduct -f productSlug=stoneware-mug # link to a product page",
    "till account redirect logout --callback LOGOUT=https://shop.example/ # link that signs out and returns to the shop",
    "till account redirect ORDERS -f preferences.maintainIdentity=true # link to the orders of a member",
  ],
  notes:
    "Set fields of the target, such as checkoutId, or of the session: callbacks, preferences and origin. Learn more: till help guide raw-calls",
  load: () => import("./run.ts"),
};
