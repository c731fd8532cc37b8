import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  accessSync,
  chownSync,
  constants,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { openPostgres } from "../../src/kernel/postgres.ts";

/** A PostgreSQL server in a temporary folder. It listens on a Unix socket only, and ends with the process that started it. */
export interface Cluster {
  /** Returns the URL of a database (default: `postgres`) for a user (default: the superuser). */
  url(database?: string, user?: string): string;
  /** Creates an empty database and returns its URL. */
  create(): Promise<string>;
  /** Runs SQL as the superuser. */
  sql<Row = Record<string, unknown>>(url: string, text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Stops the server: connections are closed and open transactions rolled back; `crash` also loses what was not synced. */
  stop(how?: "fast" | "crash"): Promise<void>;
  /** Starts the server again if it was stopped. */
  start(): Promise<void>;
  /** Stops the server and removes its folder. */
  close(): Promise<void>;
}

let ofWorker: Promise<Cluster> | undefined;

/**
 * Returns the server that the files of this worker share: databases are cheap, servers are not. It starts when a file first
 * needs it, and ends with the worker. A test that stops it starts it again.
 */
export async function workerCluster(): Promise<Cluster> {
  ofWorker ??= startCluster();
  const cluster = await ofWorker;
  await cluster.start();
  return cluster;
}

/** Returns the path of a program of PostgreSQL: on the path, or where Debian keeps it. */
function findProgram(name: string): string | undefined {
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...globSync("/usr/lib/postgresql/*/bin").sort().reverse(),
  ];
  return folders
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Why the tests with PostgreSQL are skipped, for their title; empty if they run. */
export const skipped =
  findProgram("initdb") === undefined || findProgram("postgres") === undefined
    ? " (skipped: no PostgreSQL; install the package postgresql)"
    : "";

/** The role with a password (all others are trusted), which `create` lets into each database. */
export const secured = { user: "secured", password: "s3cret-canary" };

/**
 * Runs the server until it ends, or until the pipe on stdin is closed: the server never outlives the tests. It is started
 * in its own process group, so that a Ctrl-C on the tests does not reach it first.
 */
const supervise = `exec 3<&0; "$@" >&2 & pid=$!; (cat <&3 >/dev/null; kill -QUIT $pid) & wait $pid`;

/** A server on the network of this computer. `ssl`: it takes connections over TLS only, with this certificate and key. */
export interface Network {
  port: number;
  ssl?: { cert: string; key: string };
}

/** Starts a server. `durable`: it syncs each commit, as a real one does. `network`: it listens there, too. */
export async function startCluster({
  durable = false,
  network,
}: {
  durable?: boolean;
  network?: Network;
} = {}): Promise<Cluster> {
  const [initdb, postgres] = [findProgram("initdb") ?? "initdb", findProgram("postgres") ?? "postgres"];
  const root = mkdtempSync(join(tmpdir(), "till-pg-"));
  const as = owner();
  if ("uid" in as) chownSync(root, as.uid, as.gid);
  const data = join(root, "data");
  const flags = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"];
  execFileSync(initdb, [`--pgdata=${data}`, ...flags], { ...as, cwd: root, stdio: "ignore" });
  execFileSync(
    "sh",
    [
      "-c",
      `echo 'local all ${secured.user} scram-sha-256' | cat - "$0" > "$0.new" && mv "$0.new" "$0"`,
      join(data, "pg_hba.conf"),
    ],
    as,
  );

  if (network !== undefined) {
    const kind = network.ssl ? "hostssl" : "host";
    writeFileSync(join(data, "pg_hba.conf"), `local all all trust\n${kind} all all 0.0.0.0/0 trust\n`);
    for (const [name, text] of Object.entries(network.ssl ?? {})) {
      writeFileSync(join(data, `server.${name}`), text, { mode: 0o600 });
      if ("uid" in as) chownSync(join(data, `server.${name}`), as.uid, as.gid);
    }
  }

  let server: ChildProcess | undefined;
  let databases = 0;
  const url = (database = "postgres", user = "postgres") =>
    `postgres://${user}@localhost${network ? `:${network.port}` : ""}/${database}?host=${encodeURIComponent(root)}`;

  const sql: Cluster["sql"] = async (where, text, values) => {
    const database = await openPostgres(where, { connections: 1 });
    try {
      return await database.query(text, values);
    } finally {
      await database.close();
    }
  };
  const start = async () => {
    if (server !== undefined) return;
    const settings = {
      listen_addresses: network ? "0.0.0.0" : "",
      ...(network && { port: String(network.port) }),
      ...(network?.ssl && { ssl: "on", ssl_cert_file: "server.cert", ssl_key_file: "server.key" }),
      unix_socket_directories: root,
      shared_buffers: "32MB",
      max_connections: "50",
      // A commit survives a crash of the server, but not of the computer.
      ...(!durable && { fsync: "off", full_page_writes: "off" }),
    };
    const options = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
    const child = spawn("sh", ["-c", supervise, "sh", postgres, "-D", data, ...options], {
      ...as,
      cwd: root,
      detached: true,
      stdio: ["pipe", "ignore", "pipe"],
    });
    server = child;
    let log = "";
    child.stderr.on("data", (part) => {
      log += part;
    });
    const ready = async () =>
      await sql(url(), "SELECT 1").then(
        () => true,
        () => false,
      );
    const deadline = Date.now() + 120_000;
    while (!(await ready())) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`PostgreSQL did not start: ${log}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.stderr.destroy();
  };
  const stop: Cluster["stop"] = async (how = "fast") => {
    const child = server;
    if (child === undefined) return;
    server = undefined;
    const [pid] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    const ended = child.exitCode === null ? once(child, "exit") : undefined;
    process.kill(Number(pid), how === "fast" ? "SIGINT" : "SIGQUIT");
    await ended;
    child.stdin?.end();
  };
  const cluster: Cluster = {
    url,
    sql,
    start,
    stop,
    async create() {
      const name = `test${++databases}`;
      await sql(url(), `CREATE DATABASE ${name}`);
      return url(name);
    },
    async close() {
      await stop("crash");
      rmSync(root, { recursive: true, force: true });
    },
  };
  try {
    await start();
    await sql(url(), `CREATE ROLE ${secured.user} LOGIN PASSWORD '${secured.password}'`);
    return cluster;
  } catch (error) {
    await cluster.close().catch(() => {});
    throw error;
  }
}

/** PostgreSQL does not run as root; then its own user starts it. */
function owner(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}
