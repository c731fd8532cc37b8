import type { Request, Transport } from "../../../src/api/transport/transport.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";

/** What came back, with its JSON body read. */
export interface JsonResponse {
  status: number;
  headers: Record<string, string>;
  /** Any JSON: the tests know its shape. */
  body: ReturnType<JSON["parse"]>;
}

/** Sends calls to a sandbox as an admin (or with other headers) and reads the JSON that comes back. */
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
