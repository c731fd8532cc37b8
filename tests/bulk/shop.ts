import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { NewJob } from "../../src/bulk/engine/job.ts";
import type { Journal } from "../../src/bulk/journal/journal.ts";
import { createJournal } from "../../src/bulk/journal/journals.ts";
import type { BulkEvent, Json, Step, StepDraft, StepOutcome, Work } from "../../src/bulk/journal/step.ts";
import { type PlanSummary, planRows } from "../../src/bulk/plan/plan.ts";
import { ApiError, TransportError } from "../../src/kernel/errors.ts";
import { temporaryFolder } from "../support/folders.ts";

export type Fields = { [name: string]: Json };

/** The fault of a write; `lost…`: the response is lost before or after the effect. */
export type Fault =
  | "ok"
  | "lostBefore"
  | "lostAfter"
  | "refused"
  | "unreachable"
  | "brokenBefore"
  | "brokenAfter"
  | "halfGroup";

/** A platform in memory: things with fields, some with a unique slug. It counts its effects. */
export class Shop {
  things = new Map<string, Fields>();
  /** How often each effect happened. */
  effects = new Map<string, number>();
  writes: string[][] = [];
  reads = 0;
  finds = 0;
  #ids = 0;

  /** All things by slug, as ids may differ after an undo. */
  state(): Record<string, Fields> {
    return Object.fromEntries(
      [...this.things].map(([id, fields]) => [String(fields.slug ?? id), fields]).sort(),
    );
  }

  act(step: Step): string | undefined {
    const what = `${step.kind} ${step.key ?? step.id} ${JSON.stringify(step.after)}`;
    this.effects.set(what, (this.effects.get(what) ?? 0) + 1);
    const thing = this.things.get(step.id ?? "");
    if (step.kind === "thing.create") {
      const id = `new-${++this.#ids}`;
      this.things.set(id, { ...(step.after as Fields) });
      return id;
    }
    if (!thing) throw new ApiError("no such thing", { status: 404, code: "NOT_FOUND" });
    if (step.kind === "thing.delete") this.things.delete(step.id ?? "");
    else Object.assign(thing, step.after as Fields);
    return undefined;
  }

  present(step: Step): Json | undefined {
    const thing = this.things.get(step.id ?? "");
    const like = (step.after ?? step.before ?? {}) as Fields;
    return thing && Object.fromEntries(Object.keys(like).map((name) => [name, thing[name] ?? null]));
  }
}

export interface ShopWorkOptions {
  faults?: (call: number) => Fault;
  /** Rejects the nth read or find. */
  readFaults?: (read: number) => boolean;
  /** Called wherever a process can be killed; throws once it was. */
  alive?: (where: string) => void;
  grouped?: boolean;
}

/** Returns how jobs read and write the shop: `thing.update`, `thing.create`, `thing.delete`, and `thing.final`, which cannot be undone. */
export function shopWork(
  shop: Shop,
  { faults = () => "ok", readFaults = () => false, alive = () => {}, grouped = false }: ShopWorkOptions = {},
): Work {
  let call = 0;
  const look = async () => {
    await Promise.resolve();
    alive("read");
    if (readFaults(shop.reads++)) throw new TransportError("no connection", "maybe");
  };
  return {
    kinds: new Set(["thing.create", "thing.update", "thing.delete", "thing.final", "thing.hidden"]),
    limits: { steps: 10 },
    group: ({ kind, after }) => (grouped && kind === "thing.update" ? JSON.stringify(after) : undefined),
    async read(steps) {
      await look();
      return new Map(
        steps.filter(({ kind }) => kind !== "thing.hidden").map((step) => [step.seq, shop.present(step)]),
      );
    },
    async find(steps) {
      await look();
      shop.finds++;
      return new Map(
        steps.flatMap(({ seq, key }): [number, string][] => {
          const [id] = [...shop.things].find(([, fields]) => fields.slug === key) ?? [];
          return id === undefined ? [] : [[seq, id]];
        }),
      );
    },
    async write(steps) {
      const fault = faults(call++);
      shop.writes.push(steps.map(({ label }) => label));
      await Promise.resolve();
      alive("before");
      if (fault === "refused")
        throw new ApiError("not today", {
          status: 400,
          code: "INVALID_ARGUMENT",
          requestId: "r-1",
          field: "price",
        });
      if (fault === "unreachable") throw new TransportError("connection refused", "no");
      if (fault === "lostBefore") throw new TransportError("no response", "maybe");
      if (fault === "brokenBefore") throw new ApiError("oops", { status: 500, code: "INTERNAL" });
      const acted = fault === "halfGroup" ? steps.filter((_, index) => index % 2 === 0) : steps;
      const outcomes = steps.map((step): StepOutcome => {
        if (!acted.includes(step))
          return { seq: step.seq, ok: false, error: { code: "NO", message: "not this one" } };
        const id = shop.act(step);
        return { seq: step.seq, ok: true, ...(id !== undefined && { id }) };
      });
      alive("after");
      await Promise.resolve();
      if (fault === "lostAfter") throw new TransportError("no response", "maybe");
      if (fault === "brokenAfter") throw new ApiError("oops", { status: 502, code: "BAD_GATEWAY" });
      return outcomes;
    },
    invert({ kind, id, label, before, after }): StepDraft | undefined {
      if (kind === "thing.final") return undefined;
      if (kind === "thing.create") return { kind: "thing.delete", id, label, before: after, after: null };
      if (kind === "thing.delete")
        return {
          kind: "thing.create",
          label,
          key: String((before as Fields).slug),
          before: null,
          after: before,
        };
      return { kind, id, label, before: after, after: before };
    },
  };
}

export const someJob: NewJob = {
  command: "till things update --set price=+10%",
  kind: "things.update",
  profile: "sandbox",
  site: "site-1",
  toolVersion: "0.1.0",
  createdAt: new Date("2026-03-01T10:00:00Z"),
};

/** Returns a sealed journal with these rows of drafts. */
export async function planned(
  rows: readonly (readonly StepDraft[])[],
  work: Work,
  dir = temporaryFolder(),
): Promise<{ journal: Journal; summary: PlanSummary; dir: string }> {
  const journal = createJournal(dir, someJob);
  const summary = await planRows(rows, (row) => row, journal, { work });
  return { journal, summary, dir };
}

/** Returns a shop of `count` things that cost 10, and a row for each that changes its price. */
export function priceRise(
  count: number,
  price: (index: number) => string = () => "11",
): { shop: Shop; rows: StepDraft[][] } {
  const shop = new Shop();
  const rows: StepDraft[][] = [];
  for (let index = 1; index <= count; index++) {
    shop.things.set(`t${index}`, { slug: `thing-${index}`, price: "10" });
    rows.push([update(`t${index}`, { price: "10" }, { price: price(index) }, `things.csv:${index + 1}`)]);
  }
  return { shop, rows };
}

export function update(id: string, before: Json, after: Json, source?: string): StepDraft {
  return { kind: "thing.update", id, label: id, before, after, ...(source !== undefined && { source }) };
}

export function create(slug: string, fields: Fields = {}): StepDraft {
  return { kind: "thing.create", label: slug, key: slug, before: null, after: { slug, ...fields } };
}

export function remove(id: string, before: Fields): StepDraft {
  return { kind: "thing.delete", id, label: id, before, after: null };
}

/** Returns all events of a run, also as `type label`, and the last one. */
export async function collect(
  events: AsyncIterable<BulkEvent>,
): Promise<{ seen: BulkEvent[]; log: string[]; finished: BulkEvent & { type: "finished" } }> {
  const seen: BulkEvent[] = [];
  for await (const event of events) seen.push(event);
  const log = seen.flatMap((event) =>
    "step" in event ? [`${event.type.slice(5)} ${event.step.label}`] : [],
  );
  const last = seen.at(-1);
  if (last?.type !== "finished") throw new Error("the run did not finish");
  return { seen, log, finished: last };
}

/** Copies the files of a journal as they are on disk now to another folder, as a killed process leaves them. */
export function diskImage(journal: Journal): string {
  const dir = temporaryFolder();
  for (const end of ["", "-wal"]) {
    const file = journal.db.file + end;
    if (existsSync(file)) copyFileSync(file, join(dir, `${journal.id}.sqlite${end}`));
  }
  return dir;
}
