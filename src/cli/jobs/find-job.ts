import { isSamePlace, type JobPlace } from "../../bulk/engine/job.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { noJobs } from "../../bulk/journal/journals.ts";
import { environmentProfile } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/ids.ts";
import { jobLine } from "../same-site.ts";

/** The shop of a job, and the profile that it ran with. */
type Place = JobPlace & { profile: string };

/**
 * Opens the journal of a job by its id, a unique prefix of it, or `last`: the last job of this shop. The caller closes it. Throws
 * JOB_NOT_FOUND (exit 5), and OTHER_SITE (exit 6) if a flag or the environment names the profile of another shop.
 */
export async function findJob(context: Context, name: string): Promise<Journal> {
  const journal = await (await context.jobs()).open(name === "last" ? await lastJob(context) : name);
  if (!namesShop(context) || name === "last") return journal;
  try {
    checkPlace(`Job ${journal.id}`, journal.job, await context.place());
    return journal;
  } catch (error) {
    await journal.close();
    throw error;
  }
}

/** Finds a job as `findJob` does, and works on it in the context of its shop. Closes its journal. */
export async function withJob<T>(
  context: Context,
  name: string,
  work: (there: Context, journal: Journal) => Promise<T>,
): Promise<T> {
  const journal = await findJob(context, name);
  let there = context;
  try {
    there = await openJobShop(context, `Job ${journal.id}`, journal.job);
    return await work(there, journal);
  } finally {
    await journal.close();
    if (there !== context) await there.close();
  }
}

/**
 * Returns the context of the shop of a job or a plan file: this one, or that of its own profile unless a flag or the
 * environment names one. The caller closes a new one. Throws OTHER_SITE (exit 6) if there is none for that shop.
 */
export async function openJobShop(context: Context, subject: string, place: Place): Promise<Context> {
  const there = (namesShop(context) ? undefined : await contextOf(context, place)) ?? context;
  try {
    checkPlace(subject, place, await there.place());
    if (place.profile !== (await context.profile()).name)
      await context.status(`${subject} belongs to profile ${place.profile}: using it.`);
    return there;
  } catch (error) {
    if (there !== context) await there.close();
    throw error;
  }
}

/** Returns the context of the profile of a job, if it is another one than that of this context, and exists. */
async function contextOf(context: Context, { profile, site }: Place): Promise<Context | undefined> {
  // The job names its shop, which a change without a terminal needs. The shop of another profile is not opened.
  const isHere = (await context.profile()).name === profile && !context.unattended();
  if (isHere && (await context.place()).site === site) return undefined;
  try {
    const there = await context.elsewhere({ profile });
    if (!isGuid(site) || (await there.place()).site === site) return there;
    await there.close();
    return await context.elsewhere({ profile, site });
  } catch (error) {
    if (error instanceof TillError && error.code === "UNKNOWN_PROFILE") return undefined;
    throw error;
  }
}

/** Returns whether a flag or the environment names the shop to work on. */
function namesShop({ globals, environment }: Context): boolean {
  const { TILL_PROFILE, TILL_SITE_ID, TILL_BASE_URL, TILL_CLIENT_ID, TILL_API_KEY, TILL_ACCESS_TOKEN } =
    environment.variables;
  const { profile, site } = globals;
  return [
    ...[profile, site, TILL_PROFILE, TILL_SITE_ID, TILL_BASE_URL],
    ...[TILL_CLIENT_ID, TILL_API_KEY, TILL_ACCESS_TOKEN],
  ].some((value) => value !== undefined && value !== "");
}

/** Throws OTHER_SITE (exit 6) if a job or a plan belongs to another shop: another site, sandbox or platform. */
function checkPlace(subject: string, job: Place, here: Place): void {
  if (isSamePlace(job, here)) return;
  const [theirs, ours] =
    job.site !== here.site
      ? [`site ${job.site}`, here.site]
      : job.sandbox !== undefined && here.sandbox !== undefined
        ? [`another sandbox (profile ${job.profile})`, `this one (profile ${here.profile})`]
        : job.address !== undefined && here.address !== undefined
          ? [job.address, here.address]
          : [`profile ${job.profile}`, `profile ${here.profile}`];
  const isReplaced = job.sandbox !== here.sandbox && job.profile === here.profile && job.site === here.site;
  const site = isGuid(job.site) && job.site !== here.site ? ` --site ${job.site}` : "";
  throw new TillError(
    exitCodes.conflict,
    `${subject} belongs to ${theirs}, not to ${ours}. Nothing was sent.`,
    {
      code: "OTHER_SITE",
      hint: isReplaced
        ? `The sandbox of profile ${here.profile} was emptied or replaced since; what is in it now is not from this job.`
        : job.profile === environmentProfile
          ? "Set the TILL_ variables of its site, as when it ran."
          : `Use its site: --profile ${job.profile}${site}`,
    },
  );
}

/** Returns the id of the last job of this shop. Throws JOB_NOT_FOUND (exit 5), naming the last job elsewhere. */
async function lastJob(context: Context): Promise<string> {
  const here = await context.place();
  const jobs = (await (await context.jobs()).list()).flatMap((entry) => ("job" in entry ? [entry.job] : []));
  const last = jobs.find((job) => isSamePlace(job, here))?.id;
  if (last !== undefined) return last;
  const [elsewhere] = jobs;
  if (elsewhere === undefined) throw noJobs();
  throw new TillError(exitCodes.notFound, `No jobs of this shop yet (profile ${here.profile}).`, {
    code: "JOB_NOT_FOUND",
    hint: `The last job of another shop: ${jobLine({ ...context, globals: {} }, "show", elsewhere.id)}`,
  });
}
