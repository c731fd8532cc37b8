import type { Call } from "../../api/caller.ts";
import {
  type JobKind,
  type StepDescription,
  type StepLabels,
  unknownJobKind,
} from "../../bulk/engine/job-kinds.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { Step, Work } from "../../bulk/journal/step.ts";
import { fieldChanges } from "../../bulk/plan/field-changes.ts";
import type { Context } from "../../context/context.ts";
import type { PaymentAction, PaymentGateway } from "../../resources/payments/gateway.ts";
import type { JobReporter, JobResults } from "./request.ts";

/** A kind of job. Its connections to the platform are opened on demand. */
interface JobKindEntry extends StepLabels {
  /** The steps that it can describe. */
  stepKinds: ReadonlySet<string>;
  work(context: Context): Promise<Work>;
  /** Runs before the first request of a job that is resumed or read from a plan file. */
  begin?(context: Context, journal: Journal): void;
  /** Runs before the first request of an undo. */
  beginUndo?(context: Context, journal: Journal): void;
  /** What captures and voids do, and on which orders. */
  payments?: { action: PaymentAction; gateway(call: Call): PaymentGateway };
  /** Returns what the job reports besides the number of its rows. */
  results?(journal: Journal): JobResults;
  /** Reports a job from its journal, for kinds that are not reported row by row. */
  reporter?(context: Context, journal: Journal, options: { retryFailed?: boolean }): Promise<JobReporter>;
}

type Load = () => Promise<JobKindEntry>;

const catalog: Load = async () => {
  const [{ openCatalog }, { catalogChanges, describeCatalogStep }, { catalogStepKinds }, handles] =
    await Promise.all([
      import("../../resources/products/read.ts"),
      import("../../resources/products/describe-step.ts"),
      import("../../resources/products/step-kinds.ts"),
      import("../../resources/products/handles.ts"),
    ]);
  return {
    describe: describeCatalogStep,
    changes: catalogChanges,
    stepKinds: catalogStepKinds,
    async work(context) {
      return await (await openCatalog(context, "admin")).work();
    },
    begin: ({ paths }, journal) => handles.rememberImport(journal, paths.state),
    beginUndo: ({ paths }, journal) => handles.forgetImport(journal, paths.state),
  };
};

const events: Load = async () => {
  const [{ describeEventStep, eventChanges }, { eventStepKinds, eventWork }] = await Promise.all([
    import("../../resources/events/describe-step.ts"),
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
  const [ofCatalog, ofEvents, { entityChanges, describeEntityStep }, { entityWriters }, { stepKindsOf }] =
    await Promise.all([
      catalog(),
      events(),
      import("../../resources/snapshot/write/describe-step.ts"),
      import("../../resources/snapshot/write/writers.ts"),
      import("../../resources/snapshot/write/work.ts"),
    ]);
  const entities = {
    describe: describeEntityStep,
    changes: entityChanges,
    stepKinds: stepKindsOf(entityWriters),
  };
  const kinds = [ofCatalog, ofEvents, entities];
  const labelsOf = (step: Step) => kinds.find(({ stepKinds }) => stepKinds.has(step.kind)) ?? ofCatalog;
  return {
    ...ofCatalog,
    describe: (step) => labelsOf(step).describe(step),
    changes: (step) => labelsOf(step).changes(step),
    stepKinds: new Set(kinds.flatMap(({ stepKinds }) => [...stepKinds])),
    async work(context) {
      const [{ combinedWork }, { entitiesWork }] = await Promise.all([
        import("../../bulk/journal/combined-work.ts"),
        import("../snapshots/copy/entities.ts"),
      ]);
      return combinedWork([await ofCatalog.work(context), await entitiesWork(context)]);
    },
  };
};

const restores: Load = async () => {
  const [kind, { restoredResults }] = await Promise.all([copies(), import("../snapshots/restored.ts")]);
  return { ...kind, results: restoredResults };
};

const orderChanges: Load = async () => {
  const [{ describeOrderStep, orderChanges, orderStepKinds }, { orderWork }] = await Promise.all([
    import("../../resources/orders/bulk/steps.ts"),
    import("../../resources/orders/bulk/work.ts"),
  ]);
  return {
    describe: describeOrderStep,
    changes: orderChanges,
    stepKinds: orderStepKinds,
    work: async (context) => orderWork(await context.call("admin")),
  };
};

const payments =
  (action: PaymentAction, load: () => Promise<(call: Call) => PaymentGateway>): Load =>
  async () => {
    const [gateway, { paymentWork }, { describePaymentStep, paymentChanges, paymentStepKinds }] =
      await Promise.all([
        load(),
        import("../../resources/payments/work.ts"),
        import("../../resources/payments/steps.ts"),
      ]);
    return {
      describe: describePaymentStep,
      changes: paymentChanges,
      stepKinds: paymentStepKinds,
      payments: { action, gateway },
      work: async (context) => paymentWork(gateway(await context.call("admin"))),
      async reporter(context, journal, options) {
        const { PaymentReporter, recordsOfJob } = await import("./payment-report.ts");
        const { itemName } = gateway(await context.call("admin"));
        const records = recordsOfJob(journal, action, options);
        return new PaymentReporter(context, journal, { action, itemName, ...records });
      },
    };
  };

const orders = async () => (await import("../../resources/orders/gateway.ts")).orderGateway;
const tickets = async () => (await import("../../resources/tickets/gateway.ts")).ticketGateway;

/** Every kind of job by its name in the journal. */
const jobKinds: Readonly<Record<string, Load>> = {
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
  "orders.fulfill": orderChanges,
  "orders.update": orderChanges,
  "orders.capture": payments("capture", orders),
  "orders.void": payments("void", orders),
  "tickets.capture": payments("capture", tickets),
  "tickets.void": payments("void", tickets),
};

/** Returns a kind of job by its name. Throws UNKNOWN_JOB_KIND (exit 6). */
export async function jobKind(name: string): Promise<JobKindEntry> {
  const load = Object.hasOwn(jobKinds, name) ? jobKinds[name] : undefined;
  if (load === undefined) throw unknownJobKind(name);
  return await load();
}

/** Opens a kind of job on the profile's site. */
export async function openJobKind(context: Context, name: string): Promise<JobKind> {
  const kind = await jobKind(name);
  return { work: await kind.work(context), describe: kind.describe };
}

/** Returns a function that describes the steps of a job; those of an unknown kind by that kind. */
export async function stepDescriber(name: string): Promise<(step: Step) => StepDescription> {
  return (await stepLabels(name)).describe;
}

/** Returns how the steps of a job are shown; those of an unknown kind by that kind. */
export async function stepLabels(name: string): Promise<StepLabels> {
  const kind = Object.hasOwn(jobKinds, name) ? await jobKind(name) : undefined;
  const knows = (step: Step) => kind?.stepKinds.has(step.kind) === true;
  return {
    describe: (step) =>
      kind && knows(step)
        ? kind.describe(step)
        : { label: step.label, what: step.kind, before: "", after: "" },
    changes: (step) => (kind && knows(step) ? kind.changes(step) : fieldChanges(step)),
  };
}
