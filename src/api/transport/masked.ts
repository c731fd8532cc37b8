import { type Fakes, maskEmails, maskResult } from "../personal-data.ts";
import { findEndpoint } from "../services/index.ts";
import type { Transport } from "./transport.ts";

/** Returns a Transport whose responses have substitutes for personal data. */
export function withoutPersonalData(send: Transport, fakes: Fakes): Transport {
  return async (request) => {
    const [response, endpoint] = await Promise.all([send(request), findEndpoint(request.name)]);
    const { body, status } = response;
    let parsed: unknown;
    try {
      parsed = JSON.parse(body);
    } catch {
      return { ...response, body: maskEmails(body, fakes) };
    }
    return { ...response, body: JSON.stringify(maskResult(endpoint, parsed, fakes, status >= 400)) };
  };
}
