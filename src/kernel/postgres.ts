import type { Pool, PoolClient, PoolConfig } from "pg";
import { exitCodes, TillError, UsageError } from "./errors.ts";

/** Runs parameterised statements. Failures with a known cause are TillErrors. */
export interface PostgresQueries {
  /** Runs one statement with its values (`$1`, `$2` …) and returns its rows. Without values, several statements may be given. */
  query<Row = Record<string, unknown>>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Connections to one PostgreSQL database. */
export interface Postgres extends PostgresQueries {
  /** Where the database is, without the password: `till@db.example:5432/till`. */
  readonly name: string;
  /** Runs work in one transaction on one connection: committed when it resolves, rolled back when it rejects. */
  transaction<T>(work: (queries: PostgresQueries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface PostgresOptions {
  /** What the connections are called in `pg_stat_activity`. Default: `till`. */
  application?: string;
  /** The most connections at a time. Default: 4. */
  connections?: number;
  /** Milliseconds to wait for a connection. Default: 10,000. */
  connectTimeout?: number;
  /** Milliseconds to wait for the result of one statement. Default: 30,000. */
  queryTimeout?: number;
}

/**
 * Opens a database by its URL and checks that it can be reached; loads `pg` only now. Throws UsageError (exit 2) for a bad URL,
 * user, password or database name, and TillError (exit 8) if there is no answer. No message contains the password.
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Postgres> {
  const { connectTimeout = 10_000, queryTimeout = 30_000, connections = 4, application = "till" } = options;
  const name = postgresName(url);
  const { default: pg } = await import("pg");
  const config: PoolConfig = {
    connectionString: checkedTls(url),
    application_name: application,
    max: connections,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: queryTimeout,
    keepAlive: true,
    // An idle connection does not keep the process alive.
    allowExitOnIdle: true,
    types: { getTypeParser: ((oid: number) => parsers[oid] ?? String) as never },
  };
  const explained = explain(name);
  const pool = await explained(async () => new pg.Pool(config));
  // An idle connection that is lost fails no query: the next one opens another, or reports why it cannot.
  pool.on("error", () => {});
  const database = wrapPool(pool, name, explained);
  await database.query("SELECT 1").catch(async (error: unknown) => {
    await pool.end().catch(() => {});
    throw error;
  });
  return database;
}

/**
 * Returns a URL in which each sslmode that asks for TLS says that the certificate is checked, as `pg` does. Otherwise `pg` prints a
 * warning with each command.
 */
export function checkedTls(url: string): string {
  if (url.includes("uselibpqcompat=")) return url;
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
}

/** Runs work with the connections of another library; its failures are those of `openPostgres`. */
export const explainPostgres = <T>(url: string, work: () => Promise<T>): Promise<T> =>
  explain(postgresName(url))(work);

/** Numbers as numbers, JSON as values; all other types, times included, as PostgreSQL's text. */
const parsers: Record<number, (text: string) => unknown> = {
  16: (text) => text === "t",
  20: Number,
  21: Number,
  23: Number,
  26: Number,
  114: JSON.parse,
  700: Number,
  701: Number,
  3802: JSON.parse,
};

/** Returns where a database is, without its password: `till@db.example:5432/till`. Throws UsageError for a bad URL, without its text. */
export function postgresName(url: string): string {
  // PostgreSQL allows a user without a host, which then is in the query.
  const text = url.replace("@/", "@localhost/");
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined || !["postgres:", "postgresql:"].includes(parsed.protocol)) {
    throw new UsageError("The address of a PostgreSQL database begins with postgres://.", {
      code: "POSTGRES_URL",
      hint: "Write it as postgres://USER:PASSWORD@HOST:5432/DATABASE.",
    });
  }
  const { username, hostname, port, pathname, searchParams } = parsed;
  const user = decodeURIComponent(username) || searchParams.get("user");
  const host = searchParams.get("host") ?? (decodeURIComponent(hostname) || "localhost");
  const number = searchParams.get("port") ?? (port || "5432");
  return `${user ? `${user}@` : ""}${host}:${number}/${decodeURIComponent(pathname.slice(1)) || (user ?? "")}`;
}

type Explained = <T>(work: () => Promise<T>) => Promise<T>;

function wrapPool(pool: Pool, name: string, explained: Explained): Postgres {
  const on = (target: Pool | PoolClient): PostgresQueries => ({
    query: <Row>(sql: string, values?: readonly unknown[]) =>
      explained(async () => {
        const { rows } = await target.query(sql, values as unknown[]);
        return rows as Row[];
      }),
  });
  return {
    name,
    ...on(pool),
    async transaction(work) {
      const client = await explained(() => pool.connect());
      const queries = on(client);
      let broken: Error | undefined;
      // Without a listener, a connection that is lost between two statements would end the process.
      const lost = (error: Error) => {
        broken = error;
      };
      client.on("error", lost);
      try {
        await queries.query("BEGIN");
        const result = await work(queries);
        await queries.query("COMMIT");
        return result;
      } catch (error) {
        await client.query("ROLLBACK").catch((cause: Error) => {
          broken ??= cause;
        });
        throw error;
      } finally {
        client.off("error", lost);
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

function explain(name: string): Explained {
  return async (work) => {
    try {
      return await work();
    } catch (cause) {
      throw explained(name, cause);
    }
  };
}

function explained(name: string, cause: unknown): unknown {
  if (cause instanceof TillError || !(cause instanceof Error)) return cause;
  const { code = "" } = cause as { code?: string };
  const known = causes.find(
    ({ codes, text }) => codes.test(code) || (code === "" && text?.test(cause.message)),
  );
  if (known === undefined) return cause;
  const { exitCode, id, what, hint } = known;
  const why = cause.message || code;
  return new TillError(exitCode, `${what.replace("%", name)}: ${why.replace(/\.$/, "")}.`, {
    code: id,
    hint,
    cause,
  });
}

interface Cause {
  /** The SQLSTATEs, or the codes of Node.js. */
  codes: RegExp;
  /** For errors without a code. */
  text?: RegExp;
  exitCode: TillError["exitCode"];
  id: string;
  what: string;
  hint: string;
}

const checkUrl = "Nothing was sent. Check the address of the database.";

const causes: readonly Cause[] = [
  {
    codes: /^28/,
    text: /password must be a string|no password supplied|SASL/,
    exitCode: exitCodes.usage,
    id: "POSTGRES_SIGN_IN",
    what: "PostgreSQL (%) rejected the user or its password",
    hint: "Nothing was sent. Check the user and the password in the address of the database.",
  },
  {
    codes: /^3D000$/,
    exitCode: exitCodes.usage,
    id: "POSTGRES_NO_DATABASE",
    what: "PostgreSQL (%) has no such database",
    hint: "Nothing was sent. Create it (createdb), or check its name at the end of the address.",
  },
  {
    codes: /^(42501|25006)$/,
    exitCode: exitCodes.usage,
    id: "POSTGRES_FORBIDDEN",
    what: "PostgreSQL (%) does not allow this user to do that",
    hint: "Use a role that may create a schema in the database, or grant it the rights to write to the schema till.",
  },
  {
    codes: /^(42P01|42703|3F000)$/,
    exitCode: exitCodes.usage,
    id: "POSTGRES_SCHEMA",
    what: "Tables of the schema till in PostgreSQL (%) are missing or were changed",
    hint: "Restore them from a backup, or use another database: a new one is set up on first use.",
  },
  {
    codes: /^(ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_)/,
    text: /does not support SSL/,
    exitCode: exitCodes.usage,
    id: "POSTGRES_TLS",
    what: "PostgreSQL (%) cannot be reached over TLS",
    hint: `${checkUrl} Its sslmode chooses how the certificate is checked: sslmode=verify-full&sslrootcert=FILE.`,
  },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENOENT|EACCES|EHOSTUNREACH|ENETUNREACH)$/,
    exitCode: exitCodes.unavailable,
    id: "POSTGRES_UNREACHABLE",
    what: "PostgreSQL (%) cannot be reached",
    hint: "Check the address of the database, and that it is running; then run it again.",
  },
  {
    codes: /^(08...|57P0.|57014|53...|40001|40P01|55P03|ECONNRESET|ETIMEDOUT|EPIPE)$/,
    text: /timeout|terminated|Connection ended|not queryable/i,
    exitCode: exitCodes.unavailable,
    id: "POSTGRES_UNAVAILABLE",
    what: "PostgreSQL (%) does not answer",
    hint: "Run it again once the database is back.",
  },
];
