import { TillError } from "../kernel/errors.ts";
import { type Loopback, serveLoopback } from "../kernel/http-server.ts";
import { verifyWebhook, type WebhookEvent } from "./verify.ts";

export interface ReceiverOptions {
  /** 0 takes any free port. */
  port: number;
  /** The app's public key: SPKI PEM, or base64 of it. */
  publicKey: string;
  /** Host headers to accept besides loopback: the name of the tunnel. */
  hosts?: readonly string[];
  /** Told of every body that was proved. What it throws is answered with 500, so that the platform sends it again. */
  onEvent(event: WebhookEvent): void | Promise<void>;
  /** Told why a body was refused. */
  onPlatformError(error: TillError): void;
  onError(error: unknown): void;
  now?(): Date;
  signal?: AbortSignal;
}

/** A small server on loopback that proves webhooks: 200 for what the platform signed, 400 for anything else. */
export function receiveWebhooks(options: ReceiverOptions): Promise<Loopback> {
  const { port, publicKey, hosts, onEvent, onPlatformError, onError, now, signal } = options;
  return serveLoopback({
    port,
    onError,
    ...(hosts && { hosts }),
    ...(signal && { signal }),
    async handler({ method, body }) {
      if (method !== "POST")
        return { status: 405, headers: { allow: "POST" }, body: "Webhooks are posted.\n" };
      const event = await verifyWebhook(body, publicKey, now && { now: now() }).catch((error: unknown) => {
        if (!(error instanceof TillError)) throw error;
        onPlatformError(error);
        return undefined;
      });
      if (event === undefined) return { status: 400, body: "This is no webhook of the platform.\n" };
      await onEvent(event);
      return { status: 200 };
    },
  });
}
