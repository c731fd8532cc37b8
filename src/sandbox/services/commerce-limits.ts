/** What the sandbox does not emulate of selling, for `till sandbox status`. */
export const sellingLimits: readonly string[] = [
  "Discount rules: custom triggers of apps are stored and never apply; contact segments and tags are not known.",
  "Delivery: there are four carriers (rules, local, pickup, labels); labels have no prices of their own, and pickup locations alone can be switched at their carrier. Time slots of local delivery are in UTC.",
  "Tax: the automatic calculator knows a handful of places; exempt groups are taken as they are named.",
  "Tips: a tip that was chosen before the checkout is a fee of the order, one that is set later is kept beside it; staff come from the demo shop, and a preview shares out among all of them.",
  "Gift cards: those of the demo shop, and those that orders sell; a PIN is not asked for.",
  "Currencies: twelve of them, at rates that never change.",
  "Subscriptions: contracts are made by orders and read; each cycle places an order that is paid at once. Changes are committed for whole cycles, without notifications.",
  "Abandoned checkouts: one reminder an hour after a checkout was left; automations are not there.",
  "Back in stock: mails go out a minute after an item returns; addresses that end in .invalid fail.",
];
