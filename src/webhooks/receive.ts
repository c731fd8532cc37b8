import { TillError } from "../kernel/errors.ts";
import { type Loopback, serveLoopback } from "../kernel/http-server.ts";
import { checkPublicKey, verifyWebhook, type WebhookEvent } from "./verify.ts";

export interface ReceiverOptions {
  /** 0 uses any free port. */
  port: number;
  /** The app's public key: SPKI PEM, or base64 of it. */
  publicKey: string;
  /** Accepted host headers besides loopback, such as the name of a tunnel. */
  hosts?: readonly string[];
  /** Called with every verified webhook and its body. If it throws, the response is 500, so that the platform retries. */
  onEvent(event: WebhookEvent, body: string): void | Promise<void>;
  /** Called with the reason of a rejected body. */
  onPlatformError(error: TillError): void;
  onError(error: unknown): void;
  now?(): Date;
  signal?: AbortSignal;
}

/** Starts a server on loopback that verifies webhooks: it responds 200 to valid ones and 400 to others. Throws UsageError for a key that is none. */
export async function receiveWebhooks(options: ReceiverOptions): Promise<Loopback> {
  const { port, publicKey, hosts, onEvent, onPlatformError, onError, now, signal } = options;
  await checkPublicKey(publicKey);
  return await serveLoopback({
    port,
    onError,
    hosts,
    signal,
    async handler({ method, body }) {
      if (method !== "POST")
        return { status: 405, headers: { allow: "POST" }, body: "Method not allowed. Use POST.\n" };
      const event = await verifyWebhook(body, publicKey, now && { now: now() }).catch((error: unknown) => {
        if (!(error instanceof TillError)) throw error;
        onPlatformError(error);
        return undefined;
      });
      if (event === undefined) return { status: 400, body: "Not a webhook of the platform.\n" };
      await onEvent(event, body.trim());
      return { status: 200 };
    },
  });
}
