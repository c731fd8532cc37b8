import { singleKind } from "../../bulk/engine/job.ts";
import { unknownJobKind } from "../../bulk/engine/job-kinds.ts";
import type { Step } from "../../bulk/journal/step.ts";
import { type PaymentKind, paymentKinds } from "../../cli/jobs/kinds.ts";
import type { JobKindEntry } from "../../context/context.ts";

type Load = () => Promise<JobKindEntry>;

const catalog: Load = async () => {
  const [
    { openCatalog },
    { catalogChanges, catalogParts, catalogStepKinds, describeCatalogStep, moneyUnits },
    handles,
  ] = await Promise.all([
    import("../../resources/products/read.ts"),
    import("../../resources/products/step-kinds.ts"),
    import("../../resources/products/handles.ts"),
  ]);
  return {
    describe: describeCatalogStep,
    changes: catalogChanges,
    parts: catalogParts,
    stepKinds: catalogStepKinds,
    async units(context) {
      const { currency = await (await openCatalog(context)).currency() } = await context.profile();
      return moneyUnits(currency);
    },
    async work(context) {
      return await (await openCatalog(context, "admin")).work();
    },
    begin: ({ paths }, journal) => handles.rememberImport(journal, paths.state),
    beginUndo: ({ paths }, journal) => handles.forgetImport(journal, paths.state),
  };
};

const events: Load = async () => {
  const [{ describeEventStep, eventChanges }, { eventStepKinds, eventWork }] = await Promise.all([
    import("../../resources/events/work.ts"),
    import("../../resources/events/work.ts"),
  ]);
  return {
    describe: describeEventStep,
    changes: eventChanges,
    stepKinds: eventStepKinds,
    work: async (context) => eventWork(await context.call("admin")),
  };
};

/** Jobs that give a shop the objects of a snapshot or another shop: of the catalog, events, and all others. */
const copies: Load = async () => {
  const [ofCatalog, ofEvents, { describeObjectStep, objectChanges, stepKindsOf }, { shopObjects }] =
    await Promise.all([
      catalog(),
      events(),
      import("../../copies/object-steps.ts"),
      import("../../copies/shop-objects.ts"),
    ]);
  const ofObjects = {
    describe: describeObjectStep,
    changes: objectChanges,
    stepKinds: stepKindsOf(await shopObjects()),
  };
  const kinds = [ofCatalog, ofEvents, ofObjects];
  const labelsOf = (step: Step) => kinds.find(({ stepKinds }) => stepKinds?.has(step.kind)) ?? ofCatalog;
  return {
    ...ofCatalog,
    describe: (step) => labelsOf(step).describe(step),
    changes: (step) => labelsOf(step).changes(step),
    stepKinds: new Set(kinds.flatMap(({ stepKinds }) => [...(stepKinds ?? [])])),
    async work(context) {
      const [{ combinedWork }, { objectsWork }] = await Promise.all([
        import("../../bulk/journal/combined-work.ts"),
        import("../../copies/plan-objects.ts"),
      ]);
      return combinedWork([await ofCatalog.work(context), await objectsWork(context)]);
    },
  };
};

const restores: Load = async () => {
  const [kind, { restoredResults }] = await Promise.all([copies(), import("../../copies/restore.ts")]);
  return { ...kind, results: restoredResults };
};

const orderChanges: Load = async () => {
  const [{ describeOrderStep, orderChanges, orderMoney, orderStepKinds }, { orderWork }] = await Promise.all([
    import("../../resources/orders/steps.ts"),
    import("../../resources/orders/work.ts"),
  ]);
  return {
    describe: describeOrderStep,
    changes: orderChanges,
    money: orderMoney,
    stepKinds: orderStepKinds,
    work: async (context) => orderWork(await context.call("admin")),
  };
};

const coupons: Load = async () => {
  const work = await import("../../resources/discounts/coupon-work.ts");
  return {
    describe: work.describeCouponStep,
    changes: work.couponChanges,
    stepKinds: work.couponStepKinds,
    work: async (context) => work.couponWork(await context.call("admin")),
    results: work.createdResults,
    finished: work.writeCodes,
  };
};

/** Jobs that capture or void payments. */
const payments =
  ({ gateway: load }: PaymentKind): Load =>
  async () => {
    const [gateway, { paymentWork }, { describePaymentStep, paymentChanges, paymentStepKinds }] =
      await Promise.all([
        load(),
        import("../../resources/payments/work.ts"),
        import("../../resources/payments/work.ts"),
      ]);
    return {
      describe: describePaymentStep,
      changes: paymentChanges,
      stepKinds: paymentStepKinds,
      work: async (context) => paymentWork(gateway(await context.call("admin")), context),
    };
  };

/** The single changes of a command: they are settled and undone, and never sent again. */
const singles: Load = async () => {
  const { describeSingle, singleChanges, singleWork, whySingleIsFinal } = await import(
    "../../resources/single-changes.ts"
  );
  return {
    describe: describeSingle,
    changes: singleChanges,
    async work(context, journal) {
      if (journal === undefined) throw unknownJobKind(singleKind);
      return await singleWork(await context.call("admin"), [...journal.allSteps()], context.signal);
    },
    whyFinal: async (journal) => await whySingleIsFinal([...journal.allSteps({ state: "done" })]),
    results: (journal) => ({
      json: {},
      lines:
        journal.counts().sent > 0
          ? [
              `Reading cannot tell. Look at the shop; if nothing was changed, run it again: ${journal.job.command}`,
            ]
          : [],
    }),
  };
};

/** Every kind of job by its name in the journal. */
const jobKinds: Readonly<Record<string, Load>> = {
  [singleKind]: singles,
  "products.update": catalog,
  "products.delete": catalog,
  "products.import": catalog,
  "products.sale": catalog,
  promote: copies,
  restore: restores,
  "collections.update": catalog,
  "inventory.set": catalog,
  "inventory.import": catalog,
  "events.import": events,
  "events.cancel": events,
  "events.delete": events,
  "coupons.create": coupons,
  "coupons.import": coupons,
  "coupons.end": coupons,
  "coupons.update": coupons,
  "orders.approve": orderChanges,
  "orders.fulfill": orderChanges,
  "orders.mark-paid": orderChanges,
  "orders.refund": orderChanges,
  "orders.reject": orderChanges,
  "orders.update": orderChanges,
  "orders.tags.import": orderChanges,
  ...Object.fromEntries(Object.entries(paymentKinds).map(([name, kind]) => [name, payments(kind)])),
};

/** Jobs that change the records of a service: `records.manualTaxMappings.manualTaxMapping`. */
async function records(kind: string): Promise<JobKindEntry | undefined> {
  const { describeRecordStep, recordChanges, recordStepKinds, recordsOf, recordWork } = await import(
    "../../resources/records.ts"
  );
  const of = recordsOf(kind);
  return (
    of && {
      describe: describeRecordStep,
      changes: recordChanges,
      stepKinds: recordStepKinds,
      work: async (context) => await recordWork(await context.call("admin"), of.service, of.key),
    }
  );
}

/** Loads a kind of job by its name; undefined for an unknown one. */
export const loadJobKind = async (name: string): Promise<JobKindEntry | undefined> =>
  Object.hasOwn(jobKinds, name) ? await jobKinds[name]?.() : await records(name);
