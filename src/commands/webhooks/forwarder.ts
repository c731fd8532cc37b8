import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { type Delivery, deliver, type ForwardOptions } from "../../webhooks/forward.ts";

/** A connection to the URL that webhooks are sent to. */
export interface Forwarder<D extends Delivery> {
  url: string;
  /** Sends one event, with retries. Returns whether it arrived. */
  deliver(delivery: D, options: Omit<ForwardOptions<D>, "url" | "send">): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens a forwarder to an https URL or an http URL on this computer. Throws UsageError for any other URL. */
export async function openForwarder<D extends Delivery>(
  context: Context,
  receiver: string,
): Promise<Forwarder<D>> {
  const url = parseReceiverUrl(receiver);
  const { createNetwork } = await import("../../api/transport/network.ts");
  const { send, close } = createNetwork({ proxy: context.environment.proxies });
  return { url, deliver: (delivery, options) => deliver(delivery, { ...options, url, send }), close };
}

/** Parses the value of --forward-to. Throws UsageError unless it is an https URL or an http URL on this computer. */
export function parseReceiverUrl(text: string): string {
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  if (url?.username || url?.password)
    throw new UsageError("--forward-to must be a URL without user and password.", {
      field: "--forward-to",
      hint: "Verify the signature of each event instead: till help guide webhooks",
    });
  const isLocal = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLocal)) return url.href;
  throw new UsageError(
    `Invalid value "${text}" for --forward-to: expected an https URL or an http URL on this computer.`,
    {
      field: "--forward-to",
      hint: "Example: --forward-to http://localhost:3000/webhooks",
    },
  );
}
