import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { type Delivery, deliver, type ForwardOptions } from "../../webhooks/forward.ts";

/** A way to an address that webhooks are sent to. */
export interface Forwarder<D extends Delivery> {
  url: string;
  /** Sends one event until it arrives or is given up; true where it arrived. */
  deliver(delivery: D, options: Omit<ForwardOptions<D>, "url" | "send">): Promise<boolean>;
  close(): Promise<void>;
}

/** A way to https, or to http on this machine. Throws UsageError for any other address. */
export async function forwarder<D extends Delivery>(
  context: Context,
  address: string,
): Promise<Forwarder<D>> {
  const url = receiverAddress(address);
  const { createNetwork } = await import("../../api/transport/network.ts");
  const { send, close } = createNetwork({ proxy: context.environment.proxies });
  return { url, deliver: (delivery, options) => deliver(delivery, { ...options, url, send }), close };
}

function receiverAddress(text: string): string {
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  const isLocal = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLocal)) return url.href;
  throw new UsageError(
    `Webhooks are sent to https addresses, or to http on this machine, not to "${text}".`,
    {
      field: "--forward-to",
      hint: "For example: --forward-to http://localhost:3000/webhooks",
    },
  );
}
