import type { Call } from "../api/caller.ts";
import { type DecodedCall, decodedCall } from "../api/client.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { callQuery } from "../api/query/query.ts";
import { calls } from "../api/services/calls.ts";
import { loadEndpoint } from "../api/services/index.ts";
import type { Shop } from "./shop.ts";

/** Returns every call of the platform as a typed method over `call`. */
export function shopOver(call: Call): Shop {
  const decoded = decodedCall(call);
  const shop = {};
  for (const [service, operations] of services)
    Object.defineProperty(shop, service, {
      enumerable: true,
      configurable: true,
      // A client has 700 methods, and a test uses a few of them.
      get() {
        const value = serviceOver(decoded, operations);
        Object.defineProperty(shop, service, { value, enumerable: true });
        return value;
      },
    });
  return shop as Shop;
}

const services = Map.groupBy(calls, ({ name }) => name.split(".")[0] ?? "");

function serviceOver(decoded: DecodedCall, operations: readonly (typeof calls)[number][]): object {
  const service: Record<string, unknown> = {};
  for (const { name, paging = "offset", builds } of operations) {
    const [, operation = ""] = name.split(".");
    let opened: Promise<{ call: typeof decoded; endpoint: Endpoint }> | undefined;
    // Services are loaded on their first call: most programs need a few of them.
    const open = () => {
      opened ??= loadEndpoint(name).then((endpoint) => ({ call: decoded, endpoint }));
      return opened;
    };
    service[operation] = (input?: object, options?: object) =>
      builds && input === undefined
        ? callQuery(paging, open)
        : open().then(({ endpoint }) => decoded(endpoint, input ?? {}, options));
  }
  return service;
}
