/** The labels of a value, and the value. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** One metric, for Prometheus and OpenTelemetry. */
export type Metric = { name: string; about: string } & (
  | { type: "counter" | "gauge"; samples: readonly Sample[] }
  | { type: "histogram"; histogram: Histogram }
);

/** How many values are within each bound, smaller ones included, and the sum of all. */
export interface Histogram {
  within: readonly (readonly [bound: number, count: number])[];
  sum: number;
}

const samplesOf = (value: number | readonly Sample[]): readonly Sample[] =>
  typeof value === "number" ? [[{}, value]] : value;

export const counter = (name: string, about: string, value: number | readonly Sample[]): Metric => ({
  type: "counter",
  name,
  about,
  samples: samplesOf(value),
});

export const gauge = (name: string, about: string, value: number | readonly Sample[]): Metric => ({
  type: "gauge",
  name,
  about,
  samples: samplesOf(value),
});

export const histogram = (name: string, about: string, found: Histogram): Metric => ({
  type: "histogram",
  name,
  about,
  histogram: found,
});

/** Returns samples with one label. */
export const by = (label: string, values: Iterable<readonly [string, number]>): Sample[] =>
  [...values].map(([of, count]) => [{ [label]: of }, count]);

/** Returns metrics in the text format of Prometheus. */
export function prometheusText(metrics: readonly Metric[]): string {
  return metrics
    .map((metric) => {
      const { name, about, type } = metric;
      const lines =
        metric.type === "histogram"
          ? histogramLines(name, metric.histogram)
          : metric.samples.map((sample) => `${name}${labeled(sample)}`);
      return [`# HELP ${name} ${about}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
    })
    .join("");
}

function histogramLines(name: string, { within, sum }: Histogram): string[] {
  const bound = (value: number) => (value === Number.POSITIVE_INFINITY ? "+Inf" : String(value));
  return [
    ...within.map(([value, count]) => `${name}_bucket{le="${bound(value)}"} ${count}`),
    `${name}_sum ${sum}`,
    `${name}_count ${within.at(-1)?.[1] ?? 0}`,
  ];
}

function labeled([labels, value]: Sample): string {
  const pairs = Object.entries(labels).map(([name, text]) => `${name}="${escaped(text)}"`);
  return `${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
}

const escaped = (text: string) =>
  text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
