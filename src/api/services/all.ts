import type { Service } from "../endpoint.ts";
import { loadService, type ServiceName, services as table } from "./index.ts";

const names = Object.keys(table) as ServiceName[];

/** The endpoints of every service, loaded: for tests and scripts. */
export const services = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, await loadService(name)])),
) as Readonly<Record<ServiceName, Service>>;
