import type { Step, Work } from "./step.ts";
import { unknownKind } from "./step-kinds.ts";

/** The number of steps that one request reads, unless a work says otherwise. */
const readLimit = 100;

/** Returns the work of a job whose steps are of several kinds: each step is passed to the one that knows its kind. */
export function combinedWork(works: readonly Work[]): Work {
  const workOf = ({ kind }: Pick<Step, "kind">): Work =>
    works.find(({ kinds }) => kinds.has(kind)) ?? unknownKind({ kind });
  const divided = async <T>(
    steps: readonly Step[],
    use: (work: Work, own: readonly Step[]) => Promise<Map<number, T>>,
  ): Promise<Map<number, T>> => {
    const found = new Map<number, T>();
    for (const work of works) {
      const own = steps.filter(({ kind }) => work.kinds.has(kind));
      if (own.length > 0) for (const [seq, value] of await use(work, own)) found.set(seq, value);
    }
    return found;
  };
  const rereads = works.find((work) => work.rereads)?.rereads;
  const countReads = (kinds: Readonly<Record<string, number>>) => (work: Work) => {
    const own = Object.entries(kinds).filter(([kind]) => work.kinds.has(kind));
    const steps = own.reduce((sum, [, count]) => sum + count, 0);
    return work.reads?.(Object.fromEntries(own)) ?? Math.ceil(steps / readLimit);
  };
  return {
    kinds: new Set(works.flatMap(({ kinds }) => [...kinds])),
    limits: Object.assign({}, ...works.map(({ limits }) => limits)),
    rereads,
    group: (step) => workOf(step).group?.(step),
    size: works.some(({ size }) => size)
      ? (step: Step) => workOf(step).size?.(step) ?? { steps: 1 }
      : undefined,
    reads: works.some(({ reads }) => reads)
      ? (kinds: Readonly<Record<string, number>>) =>
          works.map(countReads(kinds)).reduce((sum, reads) => sum + reads, 0)
      : undefined,
    conditional: (step) => workOf(step).conditional?.(step) ?? false,
    check: (draft, row) => workOf(draft).check?.(draft, row) ?? [],
    // The steps of a row are all of one work.
    fold: (drafts) => (drafts[0] && workOf(drafts[0]).fold?.(drafts)) ?? drafts,
    read: (steps) => divided(steps, (work, own) => work.read(own)),
    write: async (steps) => (steps[0] ? await workOf(steps[0]).write(steps) : []),
    find: (steps) => divided(steps, (work, own) => work.find?.(own) ?? Promise.resolve(new Map())),
    invert: (step) => workOf(step).invert(step),
    final: (step) => workOf(step).final?.(step),
  };
}
