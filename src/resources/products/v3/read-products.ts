import type { WholeProduct } from "./whole.ts";

/** How many products planning keeps for sending. */
const mostPlanned = 1000;
/** The same in variants. */
const mostVariants = 10_000;
/** How many products may be read and not written yet. */
const mostFresh = 2000;

/**
 * Whole products that were read and not written since, so that a write needs no read of its own: the first that planning
 * lists, and those read before sending. The revision protects a write that is based on an old read.
 */
export class ReadProducts {
  readonly #planned = new Map<string, WholeProduct>();
  readonly #fresh = new Map<string, WholeProduct>();
  #variants = 0;

  /** How many products planning has kept. */
  get planned(): number {
    return this.#planned.size;
  }

  /** Keeps products that planning lists, while there is room. */
  keep(listed: readonly WholeProduct[]): void {
    for (const whole of listed) {
      if (this.#planned.size >= mostPlanned || this.#variants >= mostVariants) return;
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
    if (this.#fresh.size <= mostFresh) return;
    for (const [oldest] of this.#fresh) {
      this.#fresh.delete(oldest);
      return;
    }
  }

  /** Returns what was read last and not written since. */
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
