import type { Request, Transport } from "../../../src/api/transport/transport.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";

/** A response with its parsed JSON body. */
export interface JsonResponse {
  status: number;
  headers: Record<string, string>;
  /** Untyped JSON. */
  body: ReturnType<JSON["parse"]>;
}

/** Returns a function that calls a sandbox as an admin (or with other headers) and parses the response. */
export function createRequester(send: Transport, base = "https://www.wixapis.com") {
  return async (
    method: Request["method"],
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<JsonResponse> => {
    const answer = await send({
      method,
      url: base + path,
      headers: { authorization: defaults.apiKey, ...headers },
      effect: "read",
      name: "test",
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    return { ...answer, body: JSON.parse(answer.body) };
  };
}
