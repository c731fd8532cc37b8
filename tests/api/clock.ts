/** A manual clock that runs due timers. */
export function clock() {
  let time = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => time,
    after(ms: number, run: () => void) {
      const timer = { at: time + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pending: () => timers.size,
    async advance(ms: number) {
      await settle();
      const end = time + ms;
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        time = next.at;
        timers.delete(next);
        next.run();
        await settle();
      }
      time = end;
      await settle();
    },
  };
}

/** Lets promises and callbacks that are due run. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));
