import type { Endpoint, Service } from "../endpoint.ts";
import { doors } from "./loaders.ts";

/** Opens a service that exists, by its name. */
export async function openService(name: string): Promise<Service> {
  const open: () => Promise<Service> = doors[name as keyof typeof doors];
  return await open();
}

/** Opens the service of a call that exists, such as `products.query`, and no other. */
export async function openCall(name: string): Promise<Endpoint> {
  const [service = "", operation = ""] = name.split(".");
  const endpoint = (await openService(service))[operation];
  if (!endpoint) throw new Error(`There is no call ${name}`);
  return endpoint;
}
