/** How items are worked on side by side. */
export interface SideBySide {
  /** The most items at the same time. */
  atOnce: number;
  /** Returns whether no further item is begun. */
  isHalted(): boolean;
}

/** Calls `work` for each item in order, several at a time, until all are done or the work is halted. Rejects with the first error. */
export async function sideBySide<Item>(
  items: readonly Item[],
  { atOnce, isHalted }: SideBySide,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) {
      if (isHalted()) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
