import type { Endpoint, Shelf } from "./endpoint.ts";
import { doors } from "./endpoints/doors.ts";

/** Opens the shelf of a call that exists, such as `products.query`, and no other. */
export async function openCall(name: string): Promise<Endpoint> {
  const [service = "", operation = ""] = name.split(".");
  const open: () => Promise<Shelf> = doors[service as keyof typeof doors];
  const endpoint = (await open())[operation];
  if (!endpoint) throw new Error(`There is no call ${name}`);
  return endpoint;
}
