/** How items are worked on side by side. */
export interface SideBySide<Item> {
  /** The most items at the same time. */
  atOnce: number;
  /** Returns whether to start no further items. */
  isHalted(): boolean;
  /** Resolves when there is room for the result of an item. */
  room?(item: Item): Promise<void>;
}

/** How the work on an item ended. `busy`: the platform did not answer in time, and the work can be repeated. */
export type ItemEnd = "done" | "busy";

/** The items at the same time when the work begins. */
const first = 4;

/** How often the work on an item is repeated because the platform is busy. */
const maxRepeats = 5;

/**
 * Calls `work` for each item in order, several at a time, until all are done or the work is halted. Begins with a few at a
 * time; one more for each that ends in time, half as many when the platform is busy. An item that ended busy is worked on
 * again; `isLast` says that it will not be. Rejects with the first error.
 */
export async function sideBySide<Item>(
  items: readonly Item[],
  { atOnce, isHalted, room }: SideBySide<Item>,
  work: (item: Item, isLast: boolean) => Promise<ItemEnd>,
): Promise<void> {
  const rest = items.values();
  const places = new Places(atOnce);
  // Room may be waited for that an item will not make any more.
  const halted = Promise.withResolvers<void>();
  const worker = async () => {
    for (const item of rest) {
      await Promise.race([room?.(item), halted.promise]);
      for (let repeats = 0; repeats <= maxRepeats; repeats += 1) {
        const taken = await places.take();
        if (isHalted()) {
          halted.resolve();
          return places.free(taken, "done");
        }
        let end: ItemEnd = "done";
        try {
          end = await work(item, repeats === maxRepeats);
        } finally {
          places.free(taken, end);
        }
        if (end === "done") break;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

/** The places for items; their number follows what the platform can do. */
class Places {
  readonly #most: number;
  #limit: number;
  #used = 0;
  /** Raised when the limit falls: what began before says nothing about the new limit. */
  #round = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(max: number) {
    this.#most = max;
    this.#limit = Math.min(first, max);
  }

  /** Resolves when there is a place, in the order of the calls. Returns what `free` needs. */
  async take(): Promise<number> {
    if (this.#used < this.#limit) this.#used += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#round;
  }

  free(round: number, end: ItemEnd): void {
    if (end === "done") this.#limit = Math.min(this.#most, this.#limit + 1);
    else if (round === this.#round) {
      this.#limit = Math.max(1, Math.floor(this.#limit / 2));
      this.#round += 1;
    }
    this.#used -= 1;
    while (this.#used < this.#limit) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#used += 1;
      next();
    }
  }
}
