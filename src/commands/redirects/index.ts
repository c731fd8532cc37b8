import type { Verb } from "../../cli/command.ts";
import { fieldFlags } from "../../cli/field-flags.ts";

/** `till redirect …` */
export const redirect: Verb = {
  name: "redirect",
  summary: "addresses of the platform's hosted pages",
  args: [
    {
      name: "<target>",
      describe:
        "bookingsCheckout, ecomCheckout, eventsCheckout, paidPlansCheckout, login, logout, auth, storesProduct, bookingsBook, ecomOrderPaymentRequest, callbacks, preferences, or a section of the members account: ACCOUNT_INFO, BOOKINGS, ORDERS, SUBSCRIPTIONS, EVENTS",
    },
  ],
  flags: [
    ...fieldFlags,
    {
      flags: "--callback <type=url>",
      describe: "where the visitor comes back to: LOGOUT=URL, CHECKOUT=URL or AUTHORIZE=URL",
      repeat: true,
    },
    {
      flags: "--prompt <prompt>",
      describe: "how auth asks",
      choices: ["login", "none", "consent", "select_account"],
    },
    {
      flags: "--location-type <type>",
      describe: "where the booked slot of bookingsCheckout takes place",
      choices: ["UNDEFINED", "OWNER_BUSINESS", "OWNER_CUSTOM", "CUSTOM"],
    },
    { flags: "--open", describe: "open the address in the browser, too" },
  ],
  examples: [
    { run: "till redirect storesProduct -f productSlug=stoneware-mug", does: "a product's page" },
    {
      run: "till redirect logout --callback LOGOUT=https://shop.example/",
      does: "signs out, then goes there",
    },
    { run: "till redirect ORDERS -f preferences.maintainIdentity=true", does: "a member's orders" },
  ],
  notes:
    "Fields are those of the target (checkoutId), or of the session: callbacks.…, preferences.…, origin. More: docs/guides/raw-calls.md",
  load: () => import("./run.ts"),
};
