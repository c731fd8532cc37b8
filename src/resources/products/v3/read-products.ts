import type { WholeProduct } from "./whole.ts";

/** The maximum number of products that planning keeps for sending. */
const maxPlanned = 1000;
/** The maximum number of their variants. */
const maxVariants = 10_000;
/** The maximum number of products that were read and not written yet. */
const maxFresh = 2000;

/**
 * Complete products that were read and not written since, so that writes need no extra reads: the first ones that planning
 * lists, and those read before sending. The revision protects a write that is based on an old read.
 */
export class ReadProducts {
  /** Whether the products that planning lists have their stock. */
  readonly hasStock: boolean;
  readonly #planned = new Map<string, WholeProduct>();
  readonly #fresh = new Map<string, WholeProduct>();
  #variants = 0;

  constructor({ stock = true }: { stock?: boolean | undefined } = {}) {
    this.hasStock = stock;
  }

  /** The number of products that planning has kept. */
  get planned(): number {
    return this.#planned.size;
  }

  /** Keeps products that planning lists, up to the maximum. */
  keep(listed: readonly WholeProduct[]): void {
    for (const whole of listed) {
      if (this.#planned.size >= maxPlanned || this.#variants >= maxVariants) return;
      this.#planned.set(whole.product.id ?? "", whole);
      this.#variants += whole.variants.length;
    }
  }

  /** Returns a product that planning kept, once. */
  takePlanned(id: string): WholeProduct | undefined {
    const whole = this.#planned.get(id);
    this.#planned.delete(id);
    return whole;
  }

  /** Remembers a product for the write that follows. */
  remember(id: string, whole: WholeProduct): void {
    this.#fresh.delete(id);
    this.#fresh.set(id, whole);
    if (this.#fresh.size <= maxFresh) return;
    for (const [oldest] of this.#fresh) {
      this.#fresh.delete(oldest);
      return;
    }
  }

  /** Returns a product that was read and not written since. */
  get(id: string): WholeProduct | undefined {
    return this.#fresh.get(id) ?? this.#planned.get(id);
  }

  /** Forgets products that may have been written. */
  forget(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#fresh.delete(id);
      this.#planned.delete(id);
    }
  }
}
