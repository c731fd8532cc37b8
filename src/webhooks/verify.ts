import { errors, importSPKI, type JWTPayload, jwtVerify } from "jose";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";

/** A verified webhook. */
export interface WebhookEvent {
  /** The topic, such as `wix.ecom.v1.cart_updated`. */
  eventType: string;
  /** The ID of the app installation. */
  instanceId: string;
  /** The event; for domain events the envelope with `createdEvent` and similar members. */
  payload: unknown;
  /** The identity that caused the event, if the platform includes it. */
  identity?: WebhookIdentity;
  accountInfo?: { accountId?: string; parentAccountId?: string; siteId?: string };
}

export interface WebhookIdentity {
  identityType?: string;
  anonymousVisitorId?: string;
  memberId?: string;
  wixUserId?: string;
  appId?: string;
}

export interface VerifyOptions {
  /** The time to compare `exp` and `nbf` with. Default: now. */
  now?: Date;
}

/** The tolerated clock difference in seconds. */
const skew = 60;
const maxBytes = 1024 * 1024;

/**
 * Verifies the raw body of a webhook (a JWT), as text or bytes, with the app's public key: SPKI PEM, whose line breaks may be written
 * as \\n, or base64 of it. Only RS256 is accepted. Throws TillError with a code such as `SIGNATURE_INVALID`; errors contain nothing of the body.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  publicKey: string,
  { now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const token = textOf(body).trim();
  if (token === "") throw invalidWebhook("NOTHING_TO_VERIFY", "The body is empty.");
  if (Buffer.byteLength(token) > maxBytes)
    throw invalidWebhook("TOO_LARGE", "The body is larger than 1 MiB.");
  const key = await readPublicKey(publicKey);
  const claims = await jwtVerify(token, key, {
    algorithms: ["RS256"],
    clockTolerance: skew,
    currentDate: now,
  }).then(({ payload }) => payload, explain);
  return readClaims(claims);
}

/** Returns the text of a body. Throws UsageError for what a framework has parsed: the signature is over the raw body. */
function textOf(body: unknown): string {
  if (typeof body === "string") return body;
  if (body instanceof ArrayBuffer || body instanceof Uint8Array) return new TextDecoder().decode(body);
  throw new UsageError(`verifyWebhook takes the raw body as text or bytes, not ${typeof body}.`, {
    code: "BODY_NOT_RAW",
    hint: "Read it before anything parses it: await request.text(), or express.text({ type: () => true })",
  });
}

/** Throws UsageError for a text that is no public key. */
export async function checkPublicKey(text: string): Promise<void> {
  await readPublicKey(text);
}

/** Parses a public key from PEM or base64 of it. Throws UsageError for anything else, including private keys. */
async function readPublicKey(text: unknown): ReturnType<typeof importSPKI> {
  const trimmed = typeof text === "string" ? text.replaceAll("\\n", "\n").trim() : "";
  const pem = trimmed.includes("\n") ? trimmed : Buffer.from(trimmed, "base64").toString("utf8").trim();
  if (!pem.startsWith("-----BEGIN PUBLIC KEY-----")) {
    throw new UsageError("The key is not a public key in PEM format (or base64 of it).", {
      code: "KEY_UNREADABLE",
      hint: 'It starts with "-----BEGIN PUBLIC KEY-----". Find it in the app\'s settings, or for a sandbox with: till sandbox keys',
    });
  }
  try {
    return await importSPKI(pem, "RS256");
  } catch (cause) {
    throw new UsageError("The public key cannot be read as an RSA key.", { code: "KEY_UNREADABLE", cause });
  }
}

function explain(cause: unknown): never {
  if (cause instanceof errors.JWTExpired) {
    throw invalidWebhook("EXPIRED", "The webhook has expired: it was signed too long ago.", cause);
  }
  if (cause instanceof errors.JWTClaimValidationFailed) {
    throw invalidWebhook(
      "NOT_YET_VALID",
      `The webhook is not valid at this time (claim "${cause.claim}").`,
      cause,
    );
  }
  if (cause instanceof errors.JOSEAlgNotAllowed) {
    throw invalidWebhook("ALGORITHM_REFUSED", "The webhook is not signed with RS256.", cause);
  }
  if (cause instanceof errors.JWSSignatureVerificationFailed) {
    throw invalidWebhook(
      "SIGNATURE_INVALID",
      "The signature does not match the public key and the body.",
      cause,
    );
  }
  throw invalidWebhook("NOT_A_WEBHOOK", "The body is not a signed webhook (a compact JWT).", cause);
}

/** The data is nested JSON text: the claim `data` with its `data` and `identity`. */
function readClaims(claims: JWTPayload): WebhookEvent {
  const { eventType, instanceId, data, identity, accountInfo } = readJson(claims.data) as Record<
    string,
    unknown
  >;
  if (typeof eventType !== "string") throw unreadable();
  return {
    eventType,
    instanceId: typeof instanceId === "string" ? instanceId : "",
    payload: readJson(data),
    identity: identity === undefined ? undefined : (readJson(identity) as WebhookIdentity),
    accountInfo: isRecord(accountInfo) ? accountInfo : undefined,
  };
}

function readJson(text: unknown): object {
  try {
    const value: unknown = typeof text === "string" ? JSON.parse(text) : undefined;
    if (isRecord(value)) return value;
  } catch (cause) {
    throw unreadable(cause);
  }
  throw unreadable();
}

const unreadable = (cause?: unknown) =>
  invalidWebhook(
    "CONTENT_UNREADABLE",
    "The signature is valid, but the webhook does not contain an event in the platform's format.",
    cause,
  );

function invalidWebhook(code: string, message: string, cause?: unknown): TillError {
  return new TillError(exitCodes.failure, message, {
    code,
    hint: "Ignore it and respond with 400.",
    cause,
  });
}
