import { redact, redactHeaders } from "../../kernel/text.ts";
import { requestIdOf } from "../response.ts";
import type { Request, Transport } from "./transport.ts";

/** One attempt as shown by `--debug=http`, without secrets and bodies. */
export interface Trace {
  /** The call's name, such as `products.query`. */
  name: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  ms: number;
  /** The size of the request body in bytes. */
  sent: number;
  /** Absent if there was no response; `error` then has the reason. */
  status?: number;
  requestId?: string;
  /** The size of the decoded response in bytes. */
  received?: number;
  error?: string;
}

/** Returns a Transport that reports every finished attempt to the listener. */
export function withTrace(
  send: Transport,
  listener: (trace: Trace) => void,
  now: () => number = () => performance.now(),
): Transport {
  return async (request) => {
    const start = now();
    const facts = () => ({
      name: request.name,
      method: request.method,
      url: redact(request.url),
      headers: redactHeaders(request.headers),
      ms: Math.round(now() - start),
      sent: Buffer.byteLength(request.body ?? ""),
    });
    try {
      const response = await send(request);
      const requestId = requestIdOf(response);
      const { status } = response;
      const received = Buffer.byteLength(response.body);
      listener({ ...facts(), status, received, requestId });
      return response;
    } catch (error) {
      listener({ ...facts(), error: redact(error instanceof Error ? error.message : String(error)) });
      throw error;
    }
  };
}

/** The shell variables that stand for the tokens in headers. */
const tokenVariables: ReadonlyMap<string, string> = new Map([
  ["authorization", "$TILL_TOKEN"],
  ["x-till-control", "$TILL_SANDBOX_TOKEN"],
]);

/** Returns the request as a curl command for a POSIX shell, with variables for tokens. */
export function toCurl(request: Pick<Request, "method" | "url" | "headers" | "body">): string {
  const parts = ["curl", "-X", request.method, quote(redact(request.url))];
  const { headers } = request;
  for (const [name, variable] of tokenVariables)
    if (headers[name] !== undefined) parts.push("-H", `"${name}: ${variable}"`);
  for (const [name, value] of Object.entries(redactHeaders(headers)))
    if (!tokenVariables.has(name)) parts.push("-H", quote(`${name}: ${value}`));
  if (request.body !== undefined) parts.push("--data-raw", quote(redact(request.body)));
  return parts.join(" ");
}

/** Returns a text as one word of a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
