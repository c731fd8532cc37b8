import type { WireResult } from "../../api/endpoint.ts";
import type { authentication } from "../../api/services/members/authentication.ts";
import type { Response } from "../../api/transport/transport.ts";
import { PlatformError } from "../kernel/tx.ts";
import { isSafeRedirect } from "../services/members/authorize.ts";
import { html, page } from "./page.ts";

type Raw = WireResult<typeof authentication.logout>;

/** Returns a page wrapped in a JSON response, for a program that passes it to a browser. */
export function rawPage(status: number, title: string, message: string): Raw {
  return raw(page({ status, title, body: html`<p>${message}</p>` }));
}

/** Returns a redirect wrapped in a JSON response. Throws PlatformError 400 for an unsafe address. */
export function rawRedirect(address: string, cookie?: string): Raw {
  if (!isSafeRedirect(address))
    throw new PlatformError(400, "INVALID_REDIRECT_URI", `"${address}" is not an allowed redirect address`);
  const headers = { location: address, ...(cookie !== undefined && { "set-cookie": cookie }) };
  return raw({ status: 302, headers, body: "" });
}

function raw({ status, headers, body }: Response): Raw {
  return {
    statusCode: status,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    body: Buffer.from(body).toString("base64"),
  };
}
