/** One row of the table. */
export interface Figure {
  what: string;
  /** The measurements of till and of the baseline, with units. */
  till: string;
  baseline: string;
  /** The value that is bounded, and its bound. */
  figure: string;
  bound: string;
  holds: boolean;
  /** The peak memory in MB, if that is what is measured. */
  mb?: number;
  /** Whether the bound is that of many rows: of few, most of the time is that of the start. */
  ofMany?: true;
}

/** Compares a time with a baseline, in milliseconds: till may take `most` times as long. */
export function slowdown(
  what: string,
  till: number,
  baseline: { name: string; ms: number },
  most: number,
): Figure {
  const ratio = till / baseline.ms;
  return {
    what,
    ...times(till, baseline),
    figure: `${ratio.toFixed(2)}x`,
    bound: `<= ${most}x`,
    holds: ratio <= most,
  };
}

/** Compares a rate with a baseline that does the same work, in milliseconds: till must reach `least` of it. */
export function rate(
  what: string,
  till: number,
  baseline: { name: string; ms: number },
  least: number,
): Figure {
  const ratio = baseline.ms / till;
  return {
    what,
    ...times(till, baseline),
    figure: ratio.toFixed(2),
    bound: `>= ${least}`,
    holds: ratio >= least,
    ofMany: true,
  };
}

/** Bounds the peak memory (largest resident set) in MB. */
export function memory(what: string, peak: number, most: number): Figure {
  return {
    what,
    till: `${peak.toFixed(0)} MB`,
    baseline: "",
    figure: `${peak.toFixed(0)} MB`,
    bound: `< ${most} MB`,
    holds: peak < most,
    mb: peak,
  };
}

/** Returns a figure of memory beside that of a bare Node. */
export function besideNode(figure: Figure, bareMb: number): Figure {
  if (figure.mb === undefined) return figure;
  const baseline = `node -e 0: ${bareMb.toFixed(0)} MB`;
  return { ...figure, baseline, figure: `${(figure.mb / bareMb).toFixed(1)}x` };
}

/** Bounds a number of requests per row. A script that changes one row after the other sends one request each. */
export function perRow(what: string, requests: number, most: number): Figure {
  const figure = requests.toFixed(3);
  return {
    what,
    till: figure,
    baseline: "one each: 1",
    figure,
    bound: `<= ${most}`,
    holds: requests <= most,
  };
}

/** Bounds a time in milliseconds. */
export function time(what: string, ms: number, most: number): Figure {
  return {
    what,
    till: duration(ms),
    baseline: "",
    figure: duration(ms),
    bound: `< ${duration(most)}`,
    holds: ms < most,
  };
}

/** Leaves a figure without judgment in a quick run, in which the start is most of what is measured. */
export const ofMany = (figure: Figure): Figure => ({ ...figure, ofMany: true });

/** Bounds how many items are processed per second; `ms` is the time for all of them. */
export function perSecond(what: string, count: number, ms: number, least: number): Figure {
  const speed = Math.round((count / ms) * 1000);
  return {
    what,
    till: duration(ms),
    baseline: "",
    figure: `${speed.toLocaleString("en-US")}/s`,
    bound: `>= ${least.toLocaleString("en-US")}/s`,
    holds: speed >= least,
    ofMany: true,
  };
}

function times(till: number, baseline: { name: string; ms: number }): Pick<Figure, "till" | "baseline"> {
  return { till: duration(till), baseline: `${baseline.name}: ${duration(baseline.ms)}` };
}

function duration(ms: number): string {
  return ms < 100
    ? `${ms.toFixed(1)} ms`
    : ms < 10_000
      ? `${ms.toFixed(0)} ms`
      : `${(ms / 1000).toFixed(1)} s`;
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** Runs all cases in turn, `rounds` times, so that other load on the machine affects all of them. Returns the medians. */
export async function alternate<Name extends string>(
  rounds: number,
  cases: Record<Name, (round: number) => number | Promise<number>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(cases) as Name[];
  const measured = names.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, name] of names.entries()) measured[index]?.push(await cases[name](round));
  }
  return Object.fromEntries(names.map((name, index) => [name, median(measured[index] ?? [])])) as Record<
    Name,
    number
  >;
}

/** Returns a figure of few rows: bounds of many are shown, but not kept. */
export function ofFew(figure: Figure): Figure {
  return figure.ofMany ? { ...figure, bound: `(${figure.bound})`, holds: true } : figure;
}

const columns = ["what", "till", "baseline", "figure", "bound"] as const;

/** Returns the figures as an aligned Markdown table. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = [
    ["", "till", "baseline", "figure", "bound"],
    ...figures.map((figure) =>
      columns.map((name) => (name === "bound" && !figure.holds ? `${figure.bound} MISSED` : figure[name])),
    ),
  ];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const lines = rows.map(
    (row) => `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(" | ")} |`,
  );
  return [lines[0], `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...lines.slice(1)].join(
    "\n",
  );
}
