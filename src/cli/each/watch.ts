import type { Context } from "../../context/context.ts";
import { countOf } from "../../kernel/text.ts";
import type { SiteRun } from "./outcome.ts";

/** What is being done on which sites. */
interface Watched {
  title: string;
  action: "Planning" | "Applying";
  sites: readonly SiteRun[];
}

/** The work calls `changed` when a site has another state. */
type Work = (changed: () => Promise<void>) => Promise<void>;

/** Does work on many sites and shows its progress: a screen on a terminal, a line per site elsewhere. */
export async function withProgress(context: Context, watched: Watched, work: Work): Promise<void> {
  const { streams, globals, format } = context;
  const { terminal } = streams;
  if (globals.quiet || format !== "table") return await work(silent);
  if (terminal === undefined) return await withLines(context, watched, work);
  const { showSites } = await import("../../ui/screens/sites.tsx");
  await showSites(
    { ...terminal, colour: streams.stderr.colour },
    {
      title: watched.title,
      action: watched.action,
      sites: () =>
        watched.sites.map(({ label, state, planned, done, failed, unknown, error }) => ({
          label,
          state,
          total: planned?.changes ?? 0,
          done,
          failed: failed + unknown,
          note: error?.message ?? "",
        })),
      work: work(silent),
      now: context.now,
      stop: context.stop,
      signal: context.signal,
    },
  );
}

/** Prints a line when a site begins to be applied, and one when it ends. */
async function withLines({ status }: Context, { action, sites }: Watched, work: Work): Promise<void> {
  if (action === "Planning") return await work(silent);
  const states = new Map<SiteRun, SiteRun["state"]>();
  const print = async () => {
    for (const site of sites) {
      if (states.get(site) === site.state) continue;
      states.set(site, site.state);
      const text = lineFor(site);
      if (text !== undefined) await status(`${site.label}: ${text}`);
    }
  };
  await work(print);
}

const silent = async () => {};

function lineFor({ state, site, planned, done, failed, unknown, error }: SiteRun): string | undefined {
  const where = site === undefined ? "" : ` to site ${site}`;
  if (state === "running") return `writing ${countOf(planned?.changes ?? 0, "change")}${where}`;
  if (state === "done") return `done, ${countOf(done, "change")}`;
  if (state === "queued") return `queued, ${countOf(planned?.changes ?? 0, "change")}`;
  if (state === "failed" || state === "stopped")
    return `${state}, ${done} done, ${failed + unknown} failed${error ? `: ${error.message.split("\n")[0]}` : ""}`;
  return undefined;
}
