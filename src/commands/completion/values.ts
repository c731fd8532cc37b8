import type { Order } from "../../api/services/orders/models/order.ts";
import type { Context } from "../../context/context.ts";
import type { Candidate } from "./spot.ts";

/** The values of one kind that begin with a word, at most `most` of them. */
type Load = (context: Context, word: string) => Promise<Candidate[]>;

/** How many values a shop is asked for at once. */
export const most = 100;

/** How many jobs are looked at, the newest first. */
const jobs = 20;

/** Kinds whose values stand in files of ours, or in the program itself. */
export const localValues: Readonly<Record<string, Load>> = {
  job: async ({ paths }) => {
    const { listJournals } = await import("../../bulk/journal/journals.ts");
    const found = listJournals(paths.jobs, jobs).map((entry) => ({
      value: entry.id,
      about: "job" in entry ? `${entry.state}: ${entry.job.command}` : "damaged",
    }));
    return [{ value: "last", about: "the newest job" }, ...found];
  },
  profile: async ({ paths }) => {
    const [{ listProfiles }, { settingsFile }] = await Promise.all([
      import("../../config/profiles.ts"),
      import("../../config/settings-file.ts"),
    ]);
    return listProfiles(settingsFile(paths.settingsFile, () => {}).read()).map(({ name, platform }) => ({
      value: name,
      about: typeof platform === "string" ? platform : platform.baseUrl,
    }));
  },
  setting: async () => {
    const { settings } = await import("../../config/settings.ts");
    return Object.entries(settings).map(([value, { about }]) => ({ value, about }));
  },
  call: async () => {
    const { calls } = await import("../../api/services/calls.ts");
    return calls.map(({ name, summary }) => ({ value: name, about: summary }));
  },
  topic: async () => {
    const { shortName, topics } = await import("../../api/topics/topics.ts");
    return [...new Map(topics.map(({ type }) => [shortName(type), type]))].map(([value, about]) => ({
      value,
      about,
    }));
  },
};

/** The newest orders that pass a filter of the platform, by number. */
const ordersWhere =
  (filter: object): Load =>
  async (context, word) => {
    const { orders } = await import("../../api/services/orders/orders.ts");
    const call = await context.call("admin");
    const begins = word === "" ? {} : { number: { $startsWith: word } };
    const search = {
      filter: { ...filter, ...begins },
      sort: [{ fieldName: "createdDate", order: "DESC" }],
      cursorPaging: { limit: most },
    };
    const { body } = await call("orders.search", orders.search, { search });
    return ((body.orders ?? []) as Order[]).map(({ number, buyerInfo, priceSummary, currency }) => ({
      value: number ?? "",
      about: [priceSummary?.total?.amount, currency, buyerInfo?.email].filter(Boolean).join(" "),
    }));
  };
/** Orders with money that waits to be taken. */
const authorized = ordersWhere({ "balanceSummary.authorized.amount": { $gt: "0" } });

/** Kinds whose values the shop knows; `capture-order` is what stands after `capture` in place of `order`. */
export const shopValues: Readonly<Record<string, Load>> = {
  product: async (context, word) => {
    const { catalogClient, listProducts } = await import("../../resources/products/read.ts");
    const catalog = await catalogClient(context);
    const begins = JSON.stringify(word);
    const filter = word === "" ? undefined : `slug startsWith ${begins} or sku startsWith ${begins}`;
    const found: Candidate[] = [];
    for await (const { name, slug, sku } of listProducts(catalog, { filter, limit: most }).rows) {
      // Before the first letter is typed, SKUs would only double the list.
      const values = word === "" ? [slug] : [slug, sku];
      for (const value of values) if (value?.startsWith(word)) found.push({ value, about: name ?? "" });
    }
    if (word === "") return found;
    const { variants } = await catalog.client.products.queryStoreVariants({
      query: { filter: { sku: { $startsWith: word } }, paging: { limit: most } },
    });
    for (const { sku, productName, variantName } of variants ?? []) {
      const about = [productName, variantName].filter(Boolean).join(", ");
      if (sku?.startsWith(word) && found.every(({ value }) => value !== sku))
        found.push({ value: sku, about });
    }
    return found;
  },
  collection: async (context, word) => {
    const { listCollections } = await import("../../resources/collections/collections.ts");
    const { catalogClient } = await import("../../resources/products/read.ts");
    const catalog = await catalogClient(context);
    const filter = word === "" ? undefined : `slug startsWith ${JSON.stringify(word)}`;
    const found: Candidate[] = [];
    for await (const { slug, name } of listCollections(catalog, { filter, limit: most }).rows)
      if (slug) found.push({ value: slug, about: name ?? "" });
    return found;
  },
  order: ordersWhere({}),
  "capture-order": authorized,
  "void-order": authorized,
};
