import type { Endpoint, Shelf } from "../endpoint.ts";
import { doors } from "./loaders.ts";

/** Opens a shelf that exists, by its name. */
export async function openShelf(name: string): Promise<Shelf> {
  const open: () => Promise<Shelf> = doors[name as keyof typeof doors];
  return await open();
}

/** Opens the shelf of a call that exists, such as `products.query`, and no other. */
export async function openCall(name: string): Promise<Endpoint> {
  const [service = "", operation = ""] = name.split(".");
  const endpoint = (await openShelf(service))[operation];
  if (!endpoint) throw new Error(`There is no call ${name}`);
  return endpoint;
}
