/** A queue between a producer that must not be held up for every item and a consumer that may be slow. */
export class Outbox<T> {
  readonly #items: T[] = [];
  readonly #limit: number;
  #closed = false;
  #wakeReader: (() => void) | undefined;
  #wakeWriters: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(item: T): void {
    this.#items.push(item);
    this.#wakeReader?.();
  }

  /** Resolves when fewer than `limit` items wait, or nobody reads any more. */
  async room(): Promise<void> {
    while (this.#items.length >= this.#limit && !this.#closed)
      await new Promise<void>((resolve) => this.#wakeWriters.push(resolve));
  }

  /** No more items come, or (called by the reader) none are wanted. */
  close(): void {
    this.#closed = true;
    this.#wakeReader?.();
    this.#release();
  }

  /** Every item until `close`, each once. */
  async *items(): AsyncGenerator<T> {
    for (;;) {
      const batch = this.#items.splice(0);
      this.#release();
      yield* batch;
      if (this.#items.length > 0) continue;
      if (this.#closed) return;
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
      this.#wakeReader = undefined;
    }
  }

  #release(): void {
    for (const wake of this.#wakeWriters.splice(0)) wake();
  }
}
