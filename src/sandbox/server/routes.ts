import type { Endpoint, Method } from "../../api/endpoint.ts";
import { type Form, matchForms, publicForms } from "../../api/services/find-call.ts";
import type { ControlService } from "../control/index.ts";
import type { LoadedService, ServiceLoader } from "../registry.ts";

/** A loaded service of the platform or of control calls. */
export type RoutedService = LoadedService & Partial<Pick<ControlService, "control">>;

interface Route {
  service: RoutedService;
  /** The name of the call within its service. */
  call: string;
  /** Such as `products.query`. */
  name: string;
  endpoint: Endpoint;
}

/** The call of a request, and the values in its path. */
export interface RouteMatch extends Route {
  params: Readonly<Record<string, string>>;
}

export interface Routes {
  /** Finds the call for a method and a path; undefined if there is none. */
  find(method: string, path: string): Promise<RouteMatch | undefined>;
  /** Loads a service by name; undefined if there is none. */
  load(name: string): Promise<RoutedService | undefined>;
}

/** Routes requests to services. Each service is loaded once, on the first request below one of its prefixes. */
export function createRoutes(loaders: readonly ServiceLoader<RoutedService>[]): Routes {
  const loaded = new Map<string, Promise<Route[]>>();
  const routesOf = (loader: ServiceLoader<RoutedService>) => {
    const known = loaded.get(loader.name);
    if (known) return known;
    const loading = loader.load().then((service) =>
      Object.entries(service.endpoints).map(([call, endpoint]) => ({
        service,
        call,
        name: `${loader.name}.${call}`,
        endpoint,
      })),
    );
    loaded.set(loader.name, loading);
    return loading;
  };

  return {
    async find(method, path) {
      for (const group of nearest(loaders, path)) {
        const routes = (await Promise.all(group.map(routesOf))).flat();
        const [best] = matchForms(routes, ({ endpoint }) => formsOf(endpoint), method, path);
        if (best) return { ...best.call, params: best.params };
      }
      return undefined;
    },
    async load(name) {
      const loader = loaders.find((one) => one.name === name);
      return loader && (await routesOf(loader))[0]?.service;
    },
  };
}

/** Groups the loaders with a prefix of the path, longest prefix first: most requests need the first group only. */
function nearest<T extends ServiceLoader<unknown>>(loaders: readonly T[], path: string): T[][] {
  const groups = new Map<number, T[]>();
  for (const loader of loaders) {
    const fitting = loader.prefixes.filter((prefix) => path === prefix || path.startsWith(`${prefix}/`));
    if (fitting.length === 0) continue;
    const longest = Math.max(...fitting.map(({ length }) => length));
    groups.set(longest, [...(groups.get(longest) ?? []), loader]);
  }
  return [...groups].sort(([one], [other]) => other - one).map(([, group]) => group);
}

/**
 * Older clients POST the queries that newer ones GET. A fallback on a path of its own means that a POST to the first
 * path is another call.
 */
function formsOf(endpoint: Endpoint): Form[] {
  const { method, public: path, alternatives = [], fallback, paging } = endpoint;
  const older = method === "GET" && paging && (!fallback || fallback.public === path);
  const posts = older ? [path, ...alternatives].map((one): Form => ["POST" satisfies Method, one]) : [];
  return [...publicForms(endpoint), ...posts];
}
