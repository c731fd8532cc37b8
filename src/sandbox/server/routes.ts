import type { Endpoint, Method } from "../../api/endpoint.ts";
import type { LoadedService, ServiceLoader } from "../registry.ts";

/** One way to reach one call. */
interface Route {
  method: Method;
  segments: readonly string[];
  service: LoadedService;
  call: string;
  name: string;
  endpoint: Endpoint;
}

/** The call that a request means, and the values in its path. */
export interface RouteMatch extends Pick<Route, "service" | "call" | "name" | "endpoint"> {
  params: Readonly<Record<string, string>>;
}

/** Finds the call for a method and a path; undefined where there is none. Loads the services that it needs. */
export type FindRoute = (method: string, path: string) => Promise<RouteMatch | undefined>;

/** A finder over some services. Each is loaded once, on the first request below one of its prefixes. */
export function createRoutes(doors: readonly ServiceLoader[]): {
  find: FindRoute;
  open(name: string): Promise<LoadedService | undefined>;
} {
  const opened = new Map<ServiceLoader, Promise<{ service: LoadedService; routes: Route[] }>>();
  const open = (door: ServiceLoader) => {
    let loading = opened.get(door);
    if (!loading) {
      loading = door.load().then((service) => ({ service, routes: routesOf(door.name, service) }));
      opened.set(door, loading);
    }
    return loading;
  };

  return {
    async find(method, path) {
      const parts = path.split("/").slice(1);
      const candidates: Route[] = [];
      for (const group of nearestDoors(doors, path)) {
        for (const door of group) {
          const { routes } = await open(door);
          candidates.push(
            ...routes.filter((route) => route.method === method && fits(route.segments, parts)),
          );
        }
        if (candidates.length > 0) break;
      }
      const [best] = candidates.sort((a, b) => bySpecificity(a.segments, b.segments));
      return best && { ...best, params: paramsOf(best.segments, parts) };
    },
    async open(name) {
      const door = doors.find((one) => one.name === name);
      return door && (await open(door)).service;
    },
  };
}

/** The doors with a prefix of the path, in groups: those with the longest prefix first, as most calls need no other. */
function nearestDoors(doors: readonly ServiceLoader[], path: string): ServiceLoader[][] {
  const groups = new Map<number, ServiceLoader[]>();
  for (const door of doors) {
    const fitting = door.prefixes.filter((prefix) => path === prefix || path.startsWith(`${prefix}/`));
    if (fitting.length === 0) continue;
    const longest = Math.max(...fitting.map(({ length }) => length));
    groups.set(longest, [...(groups.get(longest) ?? []), door]);
  }
  return [...groups].sort(([one], [other]) => other - one).map(([, group]) => group);
}

function routesOf(serviceName: string, service: LoadedService): Route[] {
  return Object.entries(service.endpoints).flatMap(([call, endpoint]) =>
    formsOf(endpoint).map(([method, path]) => {
      return {
        method,
        segments: path.split("/").slice(1),
        service,
        call,
        name: `${serviceName}.${call}`,
        endpoint,
      };
    }),
  );
}

/**
 * Every method and path of a call; older clients POST the queries that newer ones GET. A fallback on a path of its
 * own tells that a POST to the first path is another call.
 */
function formsOf({
  method,
  public: path,
  alternatives = [],
  fallback,
  paging,
}: Endpoint): [Method, string][] {
  const paths = [path, ...alternatives];
  const forms = paths.map((one): [Method, string] => [method, one]);
  if (fallback) forms.push([fallback.method, fallback.public]);
  if (method === "GET" && paging && (!fallback || fallback.public === path))
    forms.push(...paths.map((one): [Method, string] => ["POST", one]));
  return forms;
}

const isParam = (segment: string) => segment.startsWith("{");

function fits(segments: readonly string[], parts: readonly string[]): boolean {
  return (
    segments.length === parts.length &&
    segments.every((segment, index) => (isParam(segment) ? parts[index] !== "" : segment === parts[index]))
  );
}

/** A written segment goes before a value at the first place where two paths differ. */
function bySpecificity(a: readonly string[], b: readonly string[]): number {
  const place = a.findIndex((segment, index) => isParam(segment) !== isParam(b[index] ?? ""));
  return place === -1 ? 0 : isParam(a[place] ?? "") ? 1 : -1;
}

function paramsOf(segments: readonly string[], parts: readonly string[]): Record<string, string> {
  const values = segments.map((segment, index): [string, string] => [
    segment.slice(1, -1),
    parts[index] ?? "",
  ]);
  return Object.fromEntries(values.filter((_, index) => isParam(segments[index] ?? "")));
}
