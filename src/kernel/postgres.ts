import type { Pool, PoolClient, PoolConfig } from "pg";
import { exitCodes, TillError, UsageError } from "./errors.ts";
import {
  describeTls,
  type PostgresTls,
  type PostgresVariables,
  type TlsAttempt,
  tlsOf,
} from "./postgres-tls.ts";

/** Runs parameterised statements. Failures with a known cause are TillErrors. */
export interface PostgresQueries {
  /** Runs one statement with its values (`$1`, `$2` …) and returns its rows. Without values, several statements may be given. */
  query<Row = Record<string, unknown>>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Connections to one PostgreSQL database. */
export interface Postgres extends PostgresQueries {
  /** Where the database is, without the password: `till@db.example:5432/till`. */
  readonly name: string;
  /** How connections to it are opened, for other libraries. */
  readonly connection: { readonly connectionString: string; readonly ssl: TlsAttempt };
  /** What the connection is, and whether it is safe: not in clear text over a network, and its certificate is checked. */
  readonly security: { readonly text: string; readonly safe: boolean };
  /** Runs work in one transaction on one connection: committed when it resolves, rolled back when it rejects. */
  transaction<T>(work: (queries: PostgresQueries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface PostgresOptions {
  /** Environment variables of PostgreSQL. */
  variables?: PostgresVariables;
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
  const { variables, connectTimeout = 10_000, queryTimeout = 30_000 } = options;
  const { connections = 4, application = "till" } = options;
  const name = postgresName(url);
  const tls = tlsOf(url, variables);
  const { default: pg } = await import("pg");
  const config: PoolConfig = {
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
  const open = async (ssl: TlsAttempt): Promise<Postgres> => {
    const connection = { connectionString: tls.url, ssl };
    const pool = await explained(async () => new pg.Pool({ ...config, ...connection }));
    // An idle connection that is lost fails no query: the next one opens another, or reports why it cannot.
    pool.on("error", () => {});
    const security = securityOf(tls, ssl !== false);
    const database = wrapPool(pool, { name, connection, security }, explained);
    await database.query("SELECT 1").catch(async (error: unknown) => {
      await pool.end().catch(() => {});
      throw error;
    });
    return database;
  };
  const [first, second] = tls.attempts;
  return await open(first).catch((error: unknown) => {
    if (second === undefined || !(error instanceof TillError) || error.code !== "POSTGRES_TLS") throw error;
    return open(second);
  });
}

function securityOf(tls: PostgresTls, encrypted: boolean): Postgres["security"] {
  const checked = tls.mode === "verify-full" || tls.mode === "verify-ca";
  return { text: describeTls(tls, encrypted), safe: tls.place !== "remote" || (encrypted && checked) };
}

/** Runs work with the connections of another library; its failures are those of `openPostgres`. */
export const explainPostgres = <T>({ name }: Pick<Postgres, "name">, work: () => Promise<T>): Promise<T> =>
  explain(name)(work);

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
  const { username, password, hostname, port, pathname, searchParams } = parsed;
  const [name = "", , at, database] = [username, password, hostname, pathname.slice(1)].map(decoded);
  const user = name || searchParams.get("user");
  const host = searchParams.get("host") ?? (at || "localhost");
  const number = searchParams.get("port") ?? (port || "5432");
  return `${user ? `${user}@` : ""}${host}:${number}/${database || (user ?? "")}`;
}

/** Returns a part of an address without its escapes. As for `pg`, a percent sign without two digits stands for itself. Throws UsageError. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replace(/%(?![0-9a-f]{2})/gi, "%25"));
  } catch (cause) {
    throw new UsageError("The address of a PostgreSQL database has a %XX that is not part of a character.", {
      code: "POSTGRES_URL",
      hint: "Write special characters of the user and the password as in UTF-8: é as %C3%A9, % as %25.",
      cause,
    });
  }
}

type Explained = <T>(work: () => Promise<T>) => Promise<T>;

function wrapPool(
  pool: Pool,
  facts: Pick<Postgres, "name" | "connection" | "security">,
  explained: Explained,
): Postgres {
  const on = (target: Pool | PoolClient): PostgresQueries => ({
    query: <Row>(sql: string, values?: readonly unknown[]) =>
      explained(async () => {
        const { rows } = await target.query(sql, values as unknown[]);
        return rows as Row[];
      }),
  });
  return {
    ...facts,
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
  const known = causes.find(({ codes, text, both }) =>
    both !== undefined
      ? codes.test(code) && both.test(cause.message)
      : codes.test(code) || (code === "" && text?.test(cause.message)),
  );
  if (known === undefined) return cause;
  const { exitCode, id, what, hint } = known;
  const why = cause.message || code;
  return new TillError(exitCode, `${what.replace("%", () => name)}: ${why.replace(/\.$/, "")}.`, {
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
  /** The message has to match as well as the code. */
  both?: RegExp;
  exitCode: TillError["exitCode"];
  id: string;
  what: string;
  hint: string;
}

const causes: readonly Cause[] = [
  {
    codes: /^28/,
    // Older servers say "SSL off".
    both: /no encryption|SSL off/,
    exitCode: exitCodes.usage,
    id: "POSTGRES_TLS",
    what: "PostgreSQL (%) takes connections over TLS only, and this one is without",
    hint: "Nothing was sent. Add ?sslmode=verify-full to the address of the database, and &sslrootcert=FILE for an authority of your own.",
  },
  {
    codes: /^$/,
    both: /does not support SSL/,
    exitCode: exitCodes.usage,
    id: "POSTGRES_TLS",
    what: "PostgreSQL (%) does not offer TLS, which databases on other computers need",
    hint: "Nothing was sent. Turn on TLS in the server. If nobody else can read the network between, add ?sslmode=disable to the address of the database.",
  },
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
    exitCode: exitCodes.usage,
    id: "POSTGRES_TLS",
    what: "PostgreSQL (%) cannot be reached over TLS",
    hint: "Nothing was sent. Check the host name in the address of the database, and name the authority of its certificate: sslrootcert=FILE, or PGSSLROOTCERT.",
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
