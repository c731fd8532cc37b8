import type { Order } from "../../api/services/orders/models.ts";
import type { Context } from "../../context/context.ts";
import type { Candidate } from "./candidate.ts";

/** Loads at most `maxValues` values that start with a word. */
type ValueLoader = (context: Context, word: string) => Promise<Candidate[]>;

/** How many values are requested from a shop. */
export const maxValues = 100;

/** How many of the newest jobs are offered. */
const maxJobs = 20;

/** Loaders for values from local files or the program itself. */
export const localValues: Readonly<Record<string, ValueLoader>> = {
  job: async (context) => {
    const { listJobs } = await import("../../cli/calls/list.ts");
    const found = (await listJobs(context, {})).slice(0, maxJobs).map(({ id, state, command }) => ({
      value: id,
      about: state === "damaged" ? state : `${state}: ${command}`,
    }));
    return [{ value: "last", about: "the newest job" }, ...found];
  },
  sale: async (context) => {
    const jobs = await context.jobs();
    return (await jobs.list()).flatMap((entry) =>
      "job" in entry && entry.job.kind === "products.sale" && entry.state !== "undone"
        ? [{ value: entry.job.name ?? entry.id, about: `until ${entry.job.until}` }]
        : [],
    );
  },
  run: async (context) => {
    const { listJobs } = await import("../../cli/calls/list.ts");
    const runs = new Map(
      (await listJobs(context, {})).flatMap(({ run, command }) => (run ? [[run, command]] : [])),
    );
    return [...runs].slice(0, maxJobs).map(([value, about]) => ({ value: value ?? "", about: about ?? "" }));
  },
  site: async (context, word) => {
    const [{ groupsOf }, { settingsFile }] = await Promise.all([
      import("../../config/groups.ts"),
      import("../../config/settings-file.ts"),
    ]);
    const groups = groupsOf(settingsFile(context.paths.settingsFile, () => {}).read());
    return [
      { value: "all", about: "all profiles except sandbox" },
      ...[...groups].map(([name, members]) => ({ value: `@${name}`, about: members.join(", ") })),
      ...((await localValues.profile?.(context, word)) ?? []),
    ];
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
  view: async ({ paths }) => {
    const { readSavedViews } = await import("../../config/saved-views.ts");
    return Object.entries(readSavedViews(paths.viewsFile)).map(([value, { list, filter = "" }]) => ({
      value,
      about: [list, filter].filter(Boolean).join(": "),
    }));
  },
  backup: async (context) => {
    const { backupFolder, listBackups, objectsIn } = await import("../../copies/backups.ts");
    const silent = { notice: async () => {} };
    return (await listBackups(silent, await backupFolder(context))).map(({ name, manifest, takenAt }) => ({
      value: name,
      about: `${takenAt}, ${objectsIn(manifest)} objects`,
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

/** Returns a loader for the numbers of the newest orders that match a filter. */
const orderLoader =
  (filter: object): ValueLoader =>
  async (context, word) => {
    const { orders } = await import("../../api/services/orders/orders.ts");
    const call = await context.call("admin");
    const startsWith = word === "" ? {} : { number: { $startsWith: word } };
    const search = {
      filter: { ...filter, ...startsWith },
      sort: [{ fieldName: "createdDate", order: "DESC" }],
      cursorPaging: { limit: maxValues },
    };
    const body = await call(orders.search, { search });
    return ((body.orders ?? []) as Order[]).map(({ number, buyerInfo, priceSummary, currency }) => ({
      value: number ?? "",
      about: [priceSummary?.total?.amount, currency, buyerInfo?.email].filter(Boolean).join(" "),
    }));
  };
/** Orders with authorized payments. */
const authorized = orderLoader({ "balanceSummary.authorized.amount": { $gt: "0" } });

/** Loaders for values from the shop; `capture-order` replaces `order` after the verb `capture`. */
export const shopValues: Readonly<Record<string, ValueLoader>> = {
  product: async (context, word) => {
    const [{ productResource }, { openCatalog }, { completeReferences }] = await Promise.all([
      import("../../resources/products/resource.ts"),
      import("../../resources/products/read.ts"),
      import("./resource-values.ts"),
    ]);
    const found = await completeReferences(productResource, context, { word, limit: maxValues });
    if (word === "") return found;
    const catalog = await openCatalog(context);
    for (const { sku, product, variant } of await catalog.variants({ $startsWith: word }, maxValues)) {
      const about = [product, variant].filter(Boolean).join(", ");
      if (sku.startsWith(word) && found.every(({ value }) => value !== sku))
        found.push({ value: sku, about });
    }
    return found;
  },
  collection: async (context, word) => {
    const [{ collectionResource }, { completeReferences }] = await Promise.all([
      import("../../resources/collections/resource.ts"),
      import("./resource-values.ts"),
    ]);
    return await completeReferences(collectionResource, context, { word, limit: maxValues });
  },
  order: orderLoader({}),
  "capture-order": authorized,
  "void-order": authorized,
};
