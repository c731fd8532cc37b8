import { join } from "node:path";
import { folderStore, type JobStore } from "../bulk/journal/journals.ts";
import type { SendGuard } from "../bulk/postgres/lease.ts";
import { withPassword } from "../config/credentials.ts";
import type { Paths } from "../config/paths.ts";
import { isShared } from "../config/settings.ts";
import type { PostgresVariables } from "../kernel/postgres-tls.ts";

export interface JobStoreOptions {
  paths: Pick<Paths, "credentialsFile" | "jobs" | "keychain">;
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

/** Opens the journals of jobs: those of this computer, or those in PostgreSQL, whose driver is loaded only then. */
export async function openJobStore({
  paths,
  journal,
  variables,
  ...options
}: JobStoreOptions): Promise<JobStore> {
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
