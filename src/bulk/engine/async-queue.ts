/** A queue between a producer that is not blocked by every item and a consumer that may be slow. */
export class AsyncQueue<T> {
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

  /** Resolves when fewer than `limit` items are waiting, or the queue is closed. */
  async room(): Promise<void> {
    while (this.#items.length >= this.#limit && !this.#closed)
      await new Promise<void>((resolve) => this.#wakeWriters.push(resolve));
  }

  /** Ends the queue: called by the producer after the last item, or by the consumer when it stops reading. */
  close(): void {
    this.#closed = true;
    this.#wakeReader?.();
    this.#release();
  }

  /** Yields every item once, until `close`. */
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
