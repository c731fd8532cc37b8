import type { Call } from "../api/caller.ts";
import { createClient } from "../api/client.ts";
import { callQuery } from "../api/query/query.ts";
import { calls } from "../api/services/calls.ts";
import { loadEndpoint } from "../api/services/index.ts";
import type { Shop } from "./shop.ts";

/** Returns every call of the platform as a typed method over `call`. */
export function shopOver(call: Call): Shop {
  const services: Record<string, Record<string, unknown>> = {};
  for (const { name, paging = "offset", builds } of calls) {
    const [service = "", operation = ""] = name.split(".");
    // Services are loaded on their first call: most programs need a few of them.
    const request = async (input: object, options?: object) => {
      const opened = { [service]: { [operation]: await loadEndpoint(name) } };
      return await createClient(opened, call)[service]?.[operation]?.(input, options);
    };
    const decoded: Call = async (_, __, input, options) => {
      const body = await request(input as object, options);
      return { body: body as Record<string, unknown> };
    };
    const open = async () => ({ call: decoded, name, endpoint: await loadEndpoint(name) });
    services[service] ??= {};
    services[service][operation] = (input?: object, options?: object) =>
      builds && input === undefined ? callQuery(paging, open) : request(input ?? {}, options);
  }
  return services as unknown as Shop;
}
