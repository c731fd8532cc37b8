import type * as z from "zod/mini";
import type { Call } from "../../api/caller.ts";
import type { Fakes } from "../../api/masking/fakes.ts";
import type { SnapshotDomain } from "../../files/snapshot/format.ts";
import { type Entity, type EntityKind, entityPages } from "../snapshot/entities.ts";

/** Some objects of a list, and how long it is. */
export interface CopyPage {
  objects: object[];
  /** The number of rows that were read. */
  rows: number;
  total?: number | undefined;
}

/** A kind of object that is copied into a sandbox with its ids. */
export interface CopyKind {
  /** Its name in the sandbox: `order`. */
  kind: string;
  domain: SnapshotDomain;
  /** In messages, in the plural: `orders`. */
  name: string;
  /** What is copied of an object. */
  model: z.core.$ZodType;
  /** The paths of its public texts. All other texts are personal, those of new fields, too. */
  open: readonly string[];
  /** Replaces personal texts that cannot be told by their path. */
  alsoMask?: ((object: object, fakes: Fakes) => object) | undefined;
  pages(signal: AbortSignal): AsyncIterable<CopyPage>;
}

/** How a kind of object is copied. */
export interface CopyOptions extends Pick<CopyKind, "model" | "open" | "alsoMask"> {
  /** Default: that of the list. */
  kind?: string;
  /** The input of the list, if it is not that of snapshots. */
  input?: object;
  /** Returns what is copied of the objects of a page. Default: the objects. */
  complete?(items: readonly Entity[]): Promise<object[]> | object[];
}

/** Returns how a kind of object of snapshots is copied. */
export function copyOf(call: Call, list: EntityKind, options: CopyOptions): CopyKind {
  const { kind = list.kind, model, open, input = list.input, complete = (items) => [...items] } = options;
  const read: EntityKind = { ...list, ...(input && { input }) };
  return {
    ...{ kind, model, open, alsoMask: options.alsoMask },
    domain: list.domain,
    name: list.name,
    async *pages(signal) {
      for await (const { items, total } of entityPages(call, read, { signal }))
        yield { objects: await complete(items), rows: items.length, total };
    },
  };
}
