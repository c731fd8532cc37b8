import { TransportError } from "../../kernel/errors.ts";
import { hintWhenUnknown, requestIdOf } from "../response.ts";
import type { Timeouts } from "./timeouts.ts";
import type { Request } from "./transport.ts";

/** The codes of errors without a connection, or without a response, in time. */
export const timedOut: ReadonlySet<string> = new Set(["CONNECT_TIMEOUT", "RESPONSE_TIMEOUT"]);

/** The state of an exchange that failed. */
export interface ExchangeFacts {
  /** Whether the connection was established and sending had started. */
  started: boolean;
  headers: Record<string, string> | undefined;
  limits: { timeouts: Timeouts; maxBytes: number };
  url: URL;
}

/** Returns a network failure as TransportError; `arrived` is "no" if it failed before the first byte was sent. */
export function transportError(cause: Error, request: Request, facts: ExchangeFacts): TransportError {
  const { started, headers, url } = facts;
  const requestId = headers && requestIdOf({ status: 0, headers, body: "" });
  const code = codeOf(cause);
  if (!started) {
    const { why, hint, code: name } = beforeSending(code, cause, facts);
    return new TransportError(why, "no", { cause, hint, ...(name && { code: name }) });
  }
  const why = responseFailure(code, cause, facts);
  const inRequest = requestId === undefined ? "" : ` (request ${requestId})`;
  return new TransportError(`${request.name}: ${url.host} ${why}${inRequest}.`, "maybe", {
    cause,
    ...(isResponseTimeout(code) && { code: "RESPONSE_TIMEOUT" }),
    hint: code === "TOO_LARGE" ? "Request fewer items at a time (--page-size)." : hintWhenUnknown(request),
    ...(requestId !== undefined && { requestId }),
  });
}

const isResponseTimeout = (code: string) =>
  code === "TOTAL_TIMEOUT" || code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT";

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

function beforeSending(code: string, cause: Error, { url, limits }: ExchangeFacts) {
  const checkUrl = "Check the base URL of the profile and the network; nothing was sent.";
  if (code === "NOT_STARTED") {
    return {
      why: "The lease of the job was not confirmed in time.",
      hint: "Nothing was sent; run it again.",
    };
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return { why: `Cannot find the host ${url.hostname} (${code}).`, hint: checkUrl };
  }
  if (code === "ECONNREFUSED") {
    const start = url.protocol === "http:" ? "Is it running? (till sandbox start)" : checkUrl;
    return { why: `Connection refused by ${url.host}.`, hint: start };
  }
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") {
    return {
      why: `No connection to ${url.host} within ${seconds(limits.timeouts.connect)}.`,
      hint: checkUrl,
      code: "CONNECT_TIMEOUT",
    };
  }
  if (code === "TOTAL_TIMEOUT") {
    const why = `No connection to ${url.host} within ${seconds(limits.timeouts.total)}.`;
    return { why, hint: checkUrl, code: "CONNECT_TIMEOUT" };
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) {
    const hint = "If your network uses its own certificate authority, set NODE_EXTRA_CA_CERTS to its file.";
    return { why: `The certificate of ${url.host} is not trusted (${code}).`, hint, code: "CERTIFICATE" };
  }
  if (/SSL|EPROTO/.test(code)) {
    return {
      why: `The TLS connection to ${url.host} failed (${code}).`,
      hint: "Check whether the base URL should use https.",
    };
  }
  if (/^Proxy response/.test(cause.message)) {
    return {
      why: `The proxy rejected the connection to ${url.host}: ${cause.message}.`,
      hint: "Check HTTPS_PROXY.",
    };
  }
  return { why: `No connection to ${url.host}: ${cause.message || code}.`, hint: checkUrl };
}

function responseFailure(code: string, cause: Error, { headers, limits }: ExchangeFacts): string {
  const { timeouts, maxBytes } = limits;
  const mebibytes = Math.round((maxBytes / 1024 / 1024) * 10) / 10;
  if (code === "TOO_LARGE") return `sent a response larger than ${mebibytes} MiB`;
  if (code === "BAD_BODY") return `sent an unreadable response: ${cause.message}`;
  if (code === "TOTAL_TIMEOUT") return `took longer than ${seconds(timeouts.total)}`;
  if (code === "UND_ERR_HEADERS_TIMEOUT") return `did not respond within ${seconds(timeouts.headers)}`;
  if (code === "UND_ERR_BODY_TIMEOUT")
    return `stopped sending for ${seconds(timeouts.idle)} during its response`;
  const where = headers ? "during its response" : "before it responded";
  return `closed the connection ${where} (${code || cause.message})`;
}

const seconds = (ms: number): string => `${ms / 1000} s`;
