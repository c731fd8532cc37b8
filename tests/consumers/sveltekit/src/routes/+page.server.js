import { PUBLIC_WIX_CLIENT_ID } from "$app/env/public";
import { products } from "./shop.js";

export const prerender = true;

export async function load() {
  return { products: await products(PUBLIC_WIX_CLIENT_ID) };
}
