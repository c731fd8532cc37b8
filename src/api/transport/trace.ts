import { redact, redactHeaders } from "../../kernel/text.ts";
import { requestIdOf } from "../response.ts";
import type { Request, Transport } from "./transport.ts";

/** One attempt, as `--debug=http` shows it: never a secret, never a body. */
export interface Trace {
  /** The call's name, such as `products.query`. */
  name: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  ms: number;
  /** Bytes of the body that was sent. */
  sent: number;
  /** Absent where no answer came; then `error` says why. */
  status?: number;
  requestId?: string;
  /** Decoded bytes of the answer. */
  received?: number;
  error?: string;
}

/** A Transport that tells the listener of every attempt when it has ended. */
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
      listener({ ...facts(), status, received, ...(requestId !== undefined && { requestId }) });
      return response;
    } catch (error) {
      listener({ ...facts(), error: redact(error instanceof Error ? error.message : String(error)) });
      throw error;
    }
  };
}

/** The request as a curl command for a POSIX shell; the token is left to the variable `TILL_TOKEN`. */
export function toCurl(request: Pick<Request, "method" | "url" | "headers" | "body">): string {
  const { authorization, ...headers } = request.headers;
  const words = ["curl", "-X", request.method, quote(redact(request.url))];
  if (authorization !== undefined) words.push("-H", '"authorization: $TILL_TOKEN"');
  for (const [name, value] of Object.entries(redactHeaders(headers)))
    words.push("-H", quote(`${name}: ${value}`));
  if (request.body !== undefined) words.push("--data-raw", quote(redact(request.body)));
  return words.join(" ");
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
