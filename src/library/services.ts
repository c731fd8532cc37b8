import type { Call } from "../api/caller.ts";
import { decodedCall } from "../api/client.ts";
import { callQuery } from "../api/query/query.ts";
import { calls } from "../api/services/calls.ts";
import { loadEndpoint } from "../api/services/index.ts";
import type { Shop } from "./shop.ts";

/** Returns every call of the platform as a typed method over `call`. */
export function shopOver(call: Call): Shop {
  const decoded = decodedCall(call);
  const services: Record<string, Record<string, unknown>> = {};
  for (const { name, paging = "offset", builds } of calls) {
    const [service = "", operation = ""] = name.split(".");
    // Services are loaded on their first call: most programs need a few of them.
    const open = async () => ({ call: decoded, endpoint: await loadEndpoint(name) });
    services[service] ??= {};
    services[service][operation] = (input?: object, options?: object) =>
      builds && input === undefined
        ? callQuery(paging, open)
        : open().then(({ endpoint }) => decoded(endpoint, input ?? {}, options));
  }
  return services as unknown as Shop;
}
