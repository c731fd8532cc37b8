/** The descriptions of the domains. */
const files: Readonly<Record<string, () => Promise<{ default: unknown }>>> = {
  "abandoned-checkouts": () => import("./abandoned-checkouts.json", { with: { type: "json" } }),
  "back-in-stock": () => import("./back-in-stock.json", { with: { type: "json" } }),
  cart: () => import("./cart.json", { with: { type: "json" } }),
  checkout: () => import("./checkout.json", { with: { type: "json" } }),
  collections: () => import("./collections.json", { with: { type: "json" } }),
  currencies: () => import("./currencies.json", { with: { type: "json" } }),
  discounts: () => import("./discounts.json", { with: { type: "json" } }),
  events: () => import("./events.json", { with: { type: "json" } }),
  "gift-cards": () => import("./gift-cards.json", { with: { type: "json" } }),
  graphql: () => import("./graphql.json", { with: { type: "json" } }),
  guests: () => import("./guests.json", { with: { type: "json" } }),
  inventory: () => import("./inventory.json", { with: { type: "json" } }),
  media: () => import("./media.json", { with: { type: "json" } }),
  members: () => import("./members.json", { with: { type: "json" } }),
  orders: () => import("./orders.json", { with: { type: "json" } }),
  payments: () => import("./payments.json", { with: { type: "json" } }),
  products: () => import("./products.json", { with: { type: "json" } }),
  redirects: () => import("./redirects.json", { with: { type: "json" } }),
  settings: () => import("./settings.json", { with: { type: "json" } }),
  shipping: () => import("./shipping.json", { with: { type: "json" } }),
  "site-data": () => import("./site-data.json", { with: { type: "json" } }),
  staff: () => import("./staff.json", { with: { type: "json" } }),
  subscriptions: () => import("./subscriptions.json", { with: { type: "json" } }),
  tax: () => import("./tax.json", { with: { type: "json" } }),
  tickets: () => import("./tickets.json", { with: { type: "json" } }),
  tips: () => import("./tips.json", { with: { type: "json" } }),
};

/** The names of the domains. */
export const domains: readonly string[] = Object.keys(files);

/** Returns the description of a domain, for `readContract` and `documentOf`. Throws Error for another name. */
export async function readDomain(domain: string): Promise<unknown> {
  const read = files[domain];
  if (read === undefined) throw new Error(`There is no domain ${domain}`);
  return (await read()).default;
}
