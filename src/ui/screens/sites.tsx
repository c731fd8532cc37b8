import { type ReactElement, useEffect, useState } from "react";
import { Answered, Bar, Frame, Hint, Line } from "../components/frame.tsx";
import { Table, type TableColumn } from "../components/table.tsx";
import { countOf, formatCount, formatDuration } from "../format.ts";
import { mount, type Terminal } from "../mount.tsx";
import { Box, useSize, useSpoken } from "../terminal.ts";

export interface SitesOptions {
  /** `till products update … on 12 sites` */
  readonly title: string;
  readonly action: "Planning" | "Applying";
  /** Returns the sites as they are now. */
  sites(): readonly SiteProgress[];
  /** Resolves when all sites have ended, even if the screen fails. */
  readonly work: Promise<void>;
  now(): Date;
  /** Called at each Ctrl-C: the terminal is raw, so it sends no SIGINT. */
  stop(): void;
  /** Aborted when the work has to stop; the screen then shows that. */
  readonly signal?: AbortSignal;
}

const frameMs = 1000 / 10;
/** The interval between frames for a screen reader, in milliseconds. */
const spokenMs = 5000;

/** Shows work on many sites until it ends; one line stays in the scrollback. Rejects with what `work` rejected with. */
export async function showSites(terminal: Terminal, options: SitesOptions): Promise<void> {
  const startedAt = options.now().getTime();
  const broken = new AbortController();
  const screen = mount<"ended">(
    (answer) => {
      options.work.then(
        () => answer("ended", <Closing options={options} ms={options.now().getTime() - startedAt} />),
        (error) => broken.abort(error),
      );
      return <Sites options={options} />;
    },
    terminal,
    { signal: broken.signal, onInterrupt: () => options.stop() },
  );
  const [ended, shown] = await Promise.allSettled([options.work, screen]);
  if (ended.status === "rejected") throw ended.reason;
  if (shown.status === "rejected") throw shown.reason;
}

function Closing({ options, ms }: { options: SitesOptions; ms: number }): ReactElement {
  const sites = options.sites();
  const ok = sites.every(({ state }) => state !== "failed" && state !== "stopped");
  const text = `${overall(options.action, sites).text}, ${describeStates(sites)} in ${formatDuration(ms)}`;
  return <Answered question={`${options.action}:`} answer={text} ok={ok} />;
}

/** The screen; it is drawn at a fixed interval. */
function Sites({ options }: { options: SitesOptions }): ReactElement {
  const [sites, setSites] = useState(() => options.sites());
  const pace = useSpoken() ? spokenMs : frameMs;
  useEffect(() => {
    const timer = setInterval(() => setSites(options.sites()), pace);
    return () => clearInterval(timer);
  }, [options, pace]);
  return <SitesView {...options} states={sites} stopping={options.signal?.aborted ?? false} />;
}

const columns: readonly TableColumn<SiteProgress>[] = [
  { title: "SITE", cell: ({ label }) => label, min: 12 },
  { title: "STATE", cell: ({ state }) => state },
  {
    title: "DONE",
    cell: ({ done, total }) => (total === 0 ? "" : `${formatCount(done)}/${formatCount(total)}`),
    align: "right",
  },
  { title: "FAILED", cell: ({ failed }) => (failed === 0 ? "" : formatCount(failed)), align: "right" },
  { title: "NOTE", cell: ({ note }) => note, min: 10 },
];

interface SitesViewProps {
  title: string;
  action: "Planning" | "Applying";
  states: readonly SiteProgress[];
  stopping: boolean;
}

/** One frame of the screen. */
export function SitesView({ title, action, states, stopping }: SitesViewProps): ReactElement {
  const size = useSize();
  const { value, total, text } = overall(action, states);
  const used = action === "Planning" ? columns.filter(({ title }) => !/DONE|FAILED/.test(title)) : columns;
  // Title, bar, heading, states, the hint and a spare line; the one about stopping takes its place.
  const height = Math.max(1, size.rows - 6);
  return (
    <Frame title={title}>
      <Box>
        <Bar value={value} total={total} width={Math.max(5, Math.min(40, size.columns - 34))} />
        <Line text={`  ${text}`} />
      </Box>
      <Table
        columns={used}
        rows={visibleSites(states, height)}
        height={Math.min(height, states.length) + 1}
        width={size.columns}
      />
      <Line tone="dim" text={describeStates(states)} />
      {stopping && <Line tone="warning" text="Stopping: requests in flight are finished." />}
      <Hint keys={[{ key: "ctrl+c", name: stopping ? "stop at once" : "stop all sites safely" }]} />
    </Frame>
  );
}

/**
 * State of a site. `planned`: nothing was sent yet; `queued`: a worker applies it; `unchanged`: there is nothing to do;
 * `stopped`: something is left; `done`: a command that reads has ended, or everything was applied.
 */
export type SiteState =
  | "waiting"
  | "planning"
  | "planned"
  | "running"
  | "queued"
  | "unchanged"
  | "done"
  | "failed"
  | "stopped";

/** One site of a run. */
export interface SiteProgress {
  /** May be untrusted. */
  readonly label: string;
  readonly state: SiteState;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Why it failed. May be untrusted. */
  readonly note: string;
}

/** The states in the order in which they deserve room on a small screen. */
const ranks = [
  "running",
  "planning",
  "failed",
  "stopped",
  "done",
  "queued",
  "planned",
  "unchanged",
  "waiting",
] as const;

/** Returns the sites that fit into `height` rows, those at work and those that failed first, in the order of the run. */
export function visibleSites(sites: readonly SiteProgress[], height: number): readonly SiteProgress[] {
  if (sites.length <= height) return sites;
  // The last sites that are done are more interesting than the first.
  const order = sites.map((site, index) => ({
    index,
    rank: ranks.indexOf(site.state),
    late: site.state === "done" || site.state === "failed" ? -index : index,
  }));
  const chosen = order
    .sort((one, other) => one.rank - other.rank || one.late - other.late)
    .slice(0, Math.max(0, height))
    .map(({ index }) => index);
  return chosen.sort((one, other) => one - other).map((index) => sites[index] as SiteProgress);
}

/** Sums up the sites by state: `3 running, 1 failed, 40 done, 156 waiting`. */
export function describeStates(sites: readonly SiteProgress[]): string {
  const counts = new Map<string, number>();
  for (const { state } of sites) counts.set(state, (counts.get(state) ?? 0) + 1);
  return ranks
    .flatMap((state) => (counts.has(state) ? [`${formatCount(counts.get(state) ?? 0)} ${state}`] : []))
    .join(", ");
}

/** Returns how much of a phase is over: sites while planning, changes while applying. */
export function overall(
  action: "Planning" | "Applying",
  sites: readonly SiteProgress[],
): { value: number; total: number; text: string } {
  if (action === "Planning") {
    const value = sites.filter(({ state }) => state !== "waiting" && state !== "planning").length;
    return {
      value,
      total: sites.length,
      text: `${formatCount(value)} of ${countOf(sites.length, "site")} planned`,
    };
  }
  const sum = (of: (site: SiteProgress) => number) => sites.reduce((all, site) => all + of(site), 0);
  const [value, total] = [sum(({ done, failed }) => done + failed), sum(({ total }) => total)];
  return { value, total, text: `${formatCount(value)} of ${countOf(total, "change")}` };
}
