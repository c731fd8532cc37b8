import { join } from "node:path";
import { folderStore, type JobStore } from "../bulk/journal/journals.ts";
import { withSingleChanges } from "../bulk/journal/single-store.ts";
import type { SendGuard } from "../bulk/postgres/lease.ts";
import { withPassword } from "../config/credentials.ts";
import type { Paths } from "../config/paths.ts";
import { isShared } from "../config/settings.ts";
import type { PostgresVariables } from "../kernel/postgres-tls.ts";

export interface JobStoreOptions {
  paths: Pick<Paths, "changes" | "credentialsFile" | "jobs" | "keychain">;
  /** The setting `journal`. */
  journal: string;
  /** Environment variables of PostgreSQL. */
  variables: PostgresVariables;
  who: { actor: string; host: string; pid: number };
  /** Leases that must hold for a request to be sent are added here. */
  guards: Set<SendGuard>;
  /** Called if there is a wait for a process that has a job. */
  onWait?(text: string): void;
}

/**
 * Opens the journals of jobs: bulk jobs of this computer, or those in PostgreSQL, whose driver is loaded only then; and the single changes
 * of this computer.
 */
export async function openJobStore(options: JobStoreOptions): Promise<JobStore> {
  const { paths, who } = options;
  const changes = { file: paths.changes, dir: paths.jobs, host: who.host };
  return withSingleChanges(await openBulkJobs(options), changes);
}

async function openBulkJobs({ paths, journal, variables, ...options }: JobStoreOptions): Promise<JobStore> {
  if (!isShared(journal)) return folderStore(paths.jobs);
  const [{ openPostgres }, { openSharedStore }, url] = await Promise.all([
    import("../kernel/postgres.ts"),
    import("../bulk/postgres/shared-store.ts"),
    withPassword(journal, paths),
  ]);
  const database = await openPostgres(url, { variables });
  try {
    return await openSharedStore({ ...options, database, dir: join(paths.jobs, "shared") });
  } catch (error) {
    await database.close();
    throw error;
  }
}
