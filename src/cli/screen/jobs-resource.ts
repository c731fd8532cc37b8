import { unplannedText } from "../../bulk/engine/apply.ts";
import { isSamePlace, isSingle, type JobPlace } from "../../bulk/engine/job.ts";
import type { Context } from "../../context/context.ts";
import { formatCount } from "../../kernel/text.ts";
import { columnsOf } from "../../output/field.ts";
import type { Words } from "../../output/table.ts";
import { described } from "../../resources/described.ts";
import { sliceRows } from "../../resources/listing.ts";
import { type Page, type Resource, type RowAction, tableSection } from "../../resources/resource.ts";
import { jobFields, jobFilter, type ListedJob, listJobs } from "../jobs/list.ts";

const words: Words = {
  done: ["done", "good"],
  running: ["running", "key"],
  queued: ["queued", "key"],
  "queued, no worker": ["queued, no worker", "warn"],
  paused: ["paused", "warn"],
  planned: ["not sent", "warn"],
  unplanned: ["not completely planned", "warn"],
  stopped: ["stopped", "warn"],
  unknown: ["outcome unknown", "warn"],
  failed: ["failed", "bad"],
  damaged: ["damaged", "bad"],
};

/** The number of failed steps on the page of a job. */
const maxFailed = 20;

const view = described<ListedJob>(
  {
    id: { label: "Job" },
    state: { words, min: 9 },
    done: {
      value: ({ counts }) => `${formatCount(counts.done)}/${formatCount(counts.total)}`,
      align: "right",
      min: 9,
    },
    startedAt: { label: "Started", heading: "WHEN", as: "date", min: 12 },
    command: { grow: true, min: 14 },
    // Every command begins with till; the first words say what it does, and the last ones to which rows.
    line: {
      heading: "COMMAND",
      value: ({ command }) => command.replace(/^till /, ""),
      grow: true,
      min: 12,
      cut: "middle",
    },
    failed: { value: ({ counts }) => counts.failed, as: "number" },
    profile: { heading: "SITE", spare: true },
    steps: { value: stepsText },
    by: { value: ({ actor, host }) => (actor === undefined ? "" : `${actor} on ${host}`) },
    holder: { label: "Running at" },
    site: { value: ({ site, profile }) => `${site} (profile ${profile})` },
    run: {},
  },
  {
    // The last ones are left out of narrow lists.
    list: "id state done startedAt command failed profile",
    screen: "id state done startedAt line failed profile",
    get: "command state steps startedAt by holder site run id",
  },
);

/** The jobs of the journal, newest first, also those that run in other processes, and the queued ones if there are workers. */
export function jobResource(context: Context): Resource<ListedJob> {
  return {
    name: "jobs",
    kind: "job",
    singular: "job",
    title: "Jobs",
    ...view,
    filterFields: jobFields,
    sortPaths: [],
    emptyHint: "Every command that changes the shop is a job. Those of the screen are listed here, too.",
    id: ({ id }) => id,
    label: ({ id }) => `job ${id}`,
    async open() {
      const here = await context.place();
      return {
        list({ filter, search = "", limit, offset, all }) {
          const matches = filter === undefined ? () => true : jobFilter(filter);
          const word = search.toLowerCase();
          let total: number | undefined;
          const rows = async function* () {
            const found = (await listJobs(context, {})).filter(
              (job) => `${job.id} ${job.command}`.toLowerCase().includes(word) && matches(job),
            );
            total = found.length;
            yield* found;
          };
          const slice = sliceRows(rows(), { offset, limit: all ? undefined : (limit ?? 50) });
          return { ...slice, total: () => total, moved: () => false, inOrder: true };
        },
        get: async (id) => await jobOfList(context, id),
        page: async (job) => await pageOf(context, job),
        actions: actionsAt(here),
        listArgs: ({ filter, search }) => [
          "jobs",
          "list",
          ...(filter ? ["--filter", filter] : []),
          ...(search ? ["--command", search] : []),
        ],
        getArgs: (id) => ["jobs", "show", id],
      };
    },
  };
}

async function jobOfList(context: Context, id: string): Promise<ListedJob> {
  const found = (await listJobs(context, {})).find((job) => job.id === id);
  if (found !== undefined) return found;
  const { jobNotFound } = await import("../../bulk/engine/job.ts");
  throw jobNotFound(id);
}

/** Steps are recorded as sent before they are, and wait for their turn: in a running job, these are in progress. */
function stepsText({ state, counts }: ListedJob): string {
  const { total, done, failed, undone, sent, planned } = counts;
  const unsettled = state === "running" ? "in progress" : "without a known outcome";
  const parts = Object.entries({ done, failed, undone, [unsettled]: sent, planned }).flatMap(
    ([name, count]) => (count > 0 ? [`${formatCount(count)} ${name}`] : []),
  );
  return `${formatCount(total)}: ${parts.join(", ")}`;
}

/** Returns the page of a job with its failed steps. */
async function pageOf(context: Context, job: ListedJob): Promise<Page<ListedJob>> {
  if (job.counts.failed === 0) return { row: job, sections: [] };
  const [{ problemText }, store] = await Promise.all([import("../jobs/row-report.ts"), context.jobs()]);
  const journal = await store.open(job.id);
  try {
    const failed = [...journal.allSteps({ state: "failed" }).take(maxFailed)];
    const more = job.counts.failed - failed.length;
    const title = more > 0 ? `Failed (${formatCount(more)} more: press s)` : "Failed";
    const columns = columnsOf<(typeof failed)[number]>({
      label: { label: "Row" },
      why: { value: ({ error }) => (error ? problemText({ label: "" }, error).trim() : "") },
    });
    return { row: job, sections: [tableSection(title, columns, failed)] };
  } finally {
    await journal.close();
  }
}

const isOngoing = ({ state }: ListedJob) => state === "running" || state.startsWith("queued");

/** Returns the actions for jobs; those that send something are for jobs of this site. */
function actionsAt(here: JobPlace): readonly RowAction<ListedJob>[] {
  const other = (job: ListedJob) =>
    isSamePlace(job, here)
      ? undefined
      : `${capitalized(job)} belongs to another site: till jobs resume ${job.id} --profile ${job.profile}`;
  const busy = (job: ListedJob) => (isOngoing(job) ? `${capitalized(job)} is ${job.state}.` : undefined);
  const finished = (job: ListedJob) =>
    job.state === "unplanned"
      ? `${capitalized(job)} was ${unplannedText}. Run its command again.`
      : job.counts.planned + job.counts.sent === 0
        ? `${capitalized(job)} is finished.`
        : undefined;
  const row = { target: "row" } as const;
  return [
    {
      ...row,
      key: "w",
      name: "watch",
      help: "follow it until it ends; Ctrl-C returns to the list, and the job goes on",
      onEnter: true,
      unavailable: (job) =>
        isOngoing(job) && !isSingle(job) ? undefined : `${capitalized(job)} is not running: ${wordOf(job)}.`,
      args: ([id = ""]) => ["jobs", "watch", id],
    },
    {
      ...row,
      key: "s",
      name: "steps",
      help: "show its steps: what was changed, from what to what",
      showsOutput: true,
      args: ([id = ""]) => ["jobs", "show", id, "--steps", "all"],
    },
    {
      ...row,
      key: "r",
      name: "resume",
      help: "send what is left, here",
      unavailable: (job) => other(job) ?? busy(job) ?? finished(job),
      args: ([id = ""]) => ["jobs", "resume", id],
    },
    {
      ...row,
      key: "b",
      name: "background",
      help: "queue what is left for a worker",
      unavailable: (job) =>
        other(job) ??
        busy(job) ??
        finished(job) ??
        (isSingle(job) ? "No worker runs single changes; press r." : undefined),
      args: ([id = ""]) => ["jobs", "submit", id],
    },
    {
      ...row,
      key: "u",
      name: "undo",
      help: "restore what it changed",
      unavailable: (job) =>
        other(job) ??
        busy(job) ??
        (job.counts.done === 0 ? `${capitalized(job)} has changed nothing that is left.` : undefined),
      args: ([id = ""]) => ["jobs", "undo", id],
    },
  ];
}

const capitalized = ({ id }: ListedJob) => `Job ${id}`;
const wordOf = ({ state }: ListedJob) => words[state]?.[0] ?? state;
