import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { type Delivery, type DeliveryAnswer, deliver } from "../../webhooks/forward.ts";

/** A way to an address that webhooks are sent to: https, or http on this machine. Throws UsageError for any other. */
export async function forwarder(
  context: Context,
  address: string,
  onAnswer: (answer: DeliveryAnswer) => void,
): Promise<{ url: string; deliver(delivery: Delivery): Promise<boolean>; close(): Promise<void> }> {
  const url = receiverAddress(address);
  const { createNetwork } = await import("../../api/network.ts");
  const network = createNetwork({ proxy: context.environment.proxies });
  const options = { url, send: network.send, signal: context.signal, onAnswer };
  return { url, deliver: (delivery) => deliver(delivery, options), close: network.close };
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
