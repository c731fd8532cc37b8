import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Response, Transport } from "../api/transport/transport.ts";
import type { Context } from "../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { isLoopback } from "../kernel/loopback.ts";
import { startProblem } from "../kernel/process-tree.ts";

/** A file at an address, as it was read. */
export interface RemoteFile {
  bytes: Uint8Array;
  /** What identifies this version of it, for the record of a job. The address has no credentials. */
  facts: { address: string; etag?: string; lastModified?: string };
}

/** The most bytes of a file that is read from an address. */
const maxBytes = 64 * 1024 * 1024;
const maxRedirects = 5;

/** Reads the file at an https or sftp address. Throws UsageError for what is no file of a table, and TillError for another status than 200. */
export async function fetchFile(context: Context, address: string): Promise<RemoteFile> {
  context.readable(address);
  const url = URL.parse(address);
  if (url === null)
    throw new UsageError("The address of the file is not a URL.", { code: "INVALID_ADDRESS" });
  if (url.protocol === "sftp:") return await viaSftp(context, url);
  const { createNetwork } = await import("../api/transport/network.ts");
  const timeout = context.choices.setting("timeout").value;
  const network = createNetwork({ proxy: context.environment.proxies, timeouts: { total: timeout } });
  try {
    return await viaHttps(network.send, url, context.signal);
  } finally {
    await network.close();
  }
}

/** Follows redirects to https. Credentials of the address go to its origin only. */
async function viaHttps(send: Transport, url: URL, signal: AbortSignal): Promise<RemoteFile> {
  const { username, password, origin } = url;
  const credentials = [username, password].map(decoded).join(":");
  let at = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    checkScheme(at, url);
    const authorization = at.origin === origin &&
      credentials !== ":" && {
        authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
      };
    const response = await answer(send, at, { ...authorization }, signal);
    const target = response.headers.location;
    if (response.status < 300 || response.status > 399 || target === undefined) return fileOf(response, url);
    at = URL.parse(target, at.href) ?? at;
  }
  throw new TillError(exitCodes.failure, `${url.host} redirects more than ${maxRedirects} times.`, {
    code: "TOO_MANY_REDIRECTS",
    hint: "Check the address.",
  });
}

function checkScheme(at: URL, { host, protocol }: URL): void {
  const isLocal = at.protocol === "http:" && isLoopback(at.hostname) && protocol === "http:";
  if (at.protocol === "https:" || isLocal) return;
  const message =
    at.host === host
      ? `${host} is not read without https.`
      : `${host} redirects to ${at.origin}, which is not https.`;
  throw new UsageError(message, { code: "INVALID_ADDRESS", hint: "Use the https address of the file." });
}

async function answer(
  send: Transport,
  { href }: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const bare = Object.assign(new URL(href), { username: "", password: "", hash: "" });
  const request = { method: "GET", url: bare.href, effect: "read", isFile: true } as const;
  try {
    return await send({
      ...request,
      name: "The file",
      headers: { accept: "*/*", ...headers },
      maxBytes,
      signal,
    });
  } catch (error) {
    if (!(error instanceof TillError) || error.exitCode !== exitCodes.unavailable) throw error;
    throw new TillError(error.exitCode, error.message, {
      code: error.code,
      hint: "Check the address. Nothing was sent.",
      cause: error,
    });
  }
}

const exits: Partial<Record<number, ExitCode>> = {
  401: exitCodes.auth,
  403: exitCodes.auth,
  404: exitCodes.notFound,
  410: exitCodes.notFound,
  429: exitCodes.rateLimited,
};

function fileOf({ status, headers, body }: Response, url: URL): RemoteFile {
  const address = `${url.origin}${url.pathname}`;
  if (status !== 200) {
    const exitCode = exits[status] ?? (status >= 500 ? exitCodes.unavailable : exitCodes.failure);
    const who =
      exitCode === exitCodes.auth ? "Check that it may be read without signing in." : "Check the address.";
    throw new TillError(exitCode, `${address} answered with status ${status}, not with a file.`, {
      code: "FILE_STATUS",
      hint: `${who} Nothing was sent.`,
    });
  }
  const [type = ""] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const isPage = /html/.test(type) || /^\s*<(!doctype|html|head|body)\b/i.test(body.slice(0, 1000));
  if (isPage)
    throw new UsageError(`${address} is a web page, not a CSV or Excel file.`, {
      code: "NOT_A_FILE",
      hint: "Use the address of the file itself. A Google sheet: File > Share > Publish to web, as comma-separated values.",
    });
  if (/^(image|audio|video|font)\/|[/+](pdf|xml)$/.test(type))
    throw new UsageError(`${address} is ${type}, not a CSV or Excel file.`, { code: "NOT_A_FILE" });
  const { etag, "last-modified": lastModified } = headers;
  return {
    bytes: Buffer.from(body, "latin1"),
    facts: {
      address,
      ...(etag !== undefined && { etag }),
      ...(lastModified !== undefined && { lastModified }),
    },
  };
}

/** Reads a file with the system's program sftp, in batch mode: with the keys and hosts that are set up for it, without questions. */
async function viaSftp({ signal, choices }: Context, url: URL): Promise<RemoteFile> {
  const address = `sftp://${url.host}${url.pathname}`;
  if (url.password !== "")
    throw new UsageError("sftp does not take a password in the address.", {
      code: "INVALID_ADDRESS",
      hint: "Set up a key for the host: ssh-copy-id USER@HOST",
    });
  const folder = await mkdtemp(join(tmpdir(), "till-"));
  const file = join(folder, "file");
  try {
    const user = url.username === "" ? "" : `${decoded(url.username)}@`;
    const port = url.port === "" ? [] : ["-P", url.port];
    const options = ["-q", "-b", "-", "-oBatchMode=yes", "-oConnectTimeout=10", ...port];
    const child = spawn("sftp", [...options, "--", `${user}${url.hostname}`], {
      signal: AbortSignal.any([signal, AbortSignal.timeout(choices.setting("timeout").value)]),
      stdio: ["pipe", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (text: Buffer) => {
      said = `${said}${text}`.slice(-2000);
    });
    const ended = Promise.withResolvers<number | null>();
    child.once("error", ended.reject);
    child.once("close", ended.resolve);
    // A program that ends early closes its input.
    child.stdin.on("error", () => {});
    child.stdin.end(`get ${sftpWord(decoded(url.pathname))} ${sftpWord(file)}\n`);
    const code = await ended.promise;
    if (code !== 0) throw new Error(reasonIn(said) ?? `sftp ended with ${code}`);
    if ((await stat(file)).size > maxBytes)
      throw new Error(`the file is larger than ${maxBytes / 1024 / 1024} MiB`);
    return { bytes: await readFile(file), facts: { address } };
  } catch (cause) {
    signal.throwIfAborted();
    const error = cause as NodeJS.ErrnoException;
    const why =
      error.name === "AbortError"
        ? "no answer in time"
        : error.syscall?.startsWith("spawn")
          ? `sftp: ${startProblem(error)}`
          : error.message;
    throw new TillError(exitCodes.unavailable, `${address} cannot be read: ${why}.`, {
      code: "SFTP_FAILED",
      hint: `Try it: sftp ${url.host}. Nothing was sent.`,
      cause,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the reason in what ssh and sftp said; the line that the connection is closed gives none. */
const reasonIn = (said: string) =>
  said
    .split(/\r?\n/)
    .filter((line) => line !== "" && !/^Connection closed/.test(line))
    .at(-1)
    ?.replace(/\.$/, "");

/** Returns a part of an address without its escapes; one that is no text stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns a path as one word of a batch file of sftp, without the meaning of *, ? and [. */
const sftpWord = (path: string) => `"${path.replace(/[\\"*?[\]]/g, "\\$&")}"`;
