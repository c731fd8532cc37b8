import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import { UsageError } from "./errors.ts";
import { isLoopback } from "./loopback.ts";

/** How a connection is protected, with the names and meanings of libpq. */
export const sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
export type SslMode = (typeof sslModes)[number];

/** The environment variables of PostgreSQL that are honored. */
export interface PostgresVariables {
  readonly PGHOST?: string;
  readonly PGSSLMODE?: string;
  readonly PGSSLROOTCERT?: string;
  readonly PGSSLCERT?: string;
  readonly PGSSLKEY?: string;
}

/** What is tried in turn to open a connection: TLS with these options, or none. */
export type TlsAttempt = ConnectionOptions | false;

/** How connections to a database are protected. */
export interface PostgresTls {
  mode: SslMode;
  /** A connection over a socket, or to this computer, leaves it not. */
  place: "socket" | "loopback" | "remote";
  /** The URL without its parameters of TLS. */
  url: string;
  attempts: readonly [TlsAttempt, ...TlsAttempt[]];
}

/**
 * Reads how connections are protected: by `sslmode` of the URL, else PGSSLMODE, else `verify-full`, and without TLS on this
 * computer. Throws UsageError for an unknown mode, or a certificate that cannot be read.
 */
export function tlsOf(url: string, variables: PostgresVariables = {}): PostgresTls {
  const [address = "", query = ""] = url.split(/\?(.*)/s);
  const all = query.split("&").filter((part) => part !== "");
  const isTls = (part: string) => /^(ssl\w*|uselibpqcompat)(=|$)/i.test(part);
  const given = new URLSearchParams(query);
  const place = placeOf(given.get("host") ?? hostIn(address) ?? variables.PGHOST ?? "localhost");
  const mode =
    checkedMode(given.get("sslmode"), "sslmode of the address") ??
    checkedMode(variables.PGSSLMODE, "PGSSLMODE") ??
    (place === "remote" ? "verify-full" : "disable");
  const rest = all.filter((part) => !isTls(part));
  return {
    mode,
    place,
    url: rest.length > 0 ? `${address}?${rest.join("&")}` : address,
    // As libpq, which ignores the mode there.
    attempts: place === "socket" ? [false] : attemptsOf(mode, given, variables),
  };
}

/** Returns the mode if it is one. Throws UsageError otherwise. */
export function checkedMode(text: string | null | undefined, source: string): SslMode | undefined {
  if (text === null || text === undefined || text === "") return undefined;
  const mode = sslModes.find((sslMode) => sslMode === text);
  if (mode !== undefined) return mode;
  throw new UsageError(`Unknown ${source}: "${text}".`, {
    code: "POSTGRES_URL",
    hint: `Nothing was sent. Use one of: ${sslModes.join(", ")}.`,
  });
}

function attemptsOf(
  mode: SslMode,
  given: URLSearchParams,
  variables: PostgresVariables,
): PostgresTls["attempts"] {
  if (mode === "disable") return [false];
  const root = given.get("sslrootcert") ?? variables.PGSSLROOTCERT;
  const [cert, key] = [
    given.get("sslcert") ?? variables.PGSSLCERT,
    given.get("sslkey") ?? variables.PGSSLKEY,
  ];
  const files: ConnectionOptions = {
    // The authorities of the system are those of Node.
    ...(root && root !== "system" && { ca: certificate(root, "sslrootcert") }),
    ...(cert && { cert: certificate(cert, "sslcert") }),
    ...(key && { key: certificate(key, "sslkey") }),
  };
  const anyHost = { ...files, checkServerIdentity: () => undefined };
  const unchecked = { ...anyHost, rejectUnauthorized: false };
  if (mode === "verify-full") return [files];
  if (mode === "verify-ca") return [anyHost];
  // As libpq: with an authority of its own, a certificate is checked.
  if (mode === "require") return [files.ca ? anyHost : unchecked];
  return mode === "prefer" ? [unchecked, false] : [false, unchecked];
}

function certificate(file: string, name: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? "unknown error";
    throw new UsageError(`Cannot read ${name} of the database, ${file}: ${why}.`, {
      code: "POSTGRES_TLS",
      hint: "Nothing was sent. Check the path of the certificate in the address of the database.",
      cause,
    });
  }
}

function placeOf(host: string): PostgresTls["place"] {
  if (/^[/@]/.test(host)) return "socket";
  return isLoopback(host) || host === "::1" ? "loopback" : "remote";
}

/** Returns the host of an address without its query. Several hosts are one that is not this computer. */
function hostIn(address: string): string | undefined {
  const [, host = ""] = /^\w+:\/\/(?:[^@/]*@)?((?:\[[^\]]*\]|[^:/])*)/.exec(address) ?? [];
  return host === "" ? undefined : decodeURIComponent(host);
}

/** Returns what a connection is, for people: `TLS, certificate and host name checked (sslmode=verify-full)`. */
export function describeTls(
  { mode, place }: Pick<PostgresTls, "mode" | "place">,
  encrypted: boolean,
): string {
  if (place === "socket") return "over a Unix socket";
  if (!encrypted)
    return place === "loopback" ? "on this computer, without TLS" : `without TLS (sslmode=${mode})`;
  const checked = {
    "verify-full": "certificate and host name checked",
    "verify-ca": "certificate checked, host name not",
  };
  return `TLS, ${mode in checked ? checked[mode as keyof typeof checked] : "certificate not checked"} (sslmode=${mode})`;
}
