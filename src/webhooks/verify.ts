import { errors, importSPKI, type JWTPayload, jwtVerify } from "jose";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";

/** What a webhook says, once it is proved that the platform said it. */
export interface WebhookEvent {
  /** Such as `wix.ecom.v1.cart_updated`. */
  eventType: string;
  /** The installation of the app that is told. */
  instanceId: string;
  /** The event itself; of domain events the envelope with `createdEvent` and the like. */
  payload: unknown;
  /** Who caused it, where the platform says so. */
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
  /** The time that `exp` and `nbf` are compared with. Default: now. */
  now?: Date;
}

/** Seconds by which the sender's clock may differ from ours. */
const skew = 60;
const maxBytes = 1024 * 1024;

/**
 * Proves a webhook's body (the raw text, one JWT) against the app's public key: SPKI PEM, or base64 of it. Only RS256 is
 * taken, whatever the body claims. Throws TillError with a code such as `SIGNATURE_INVALID`; nothing of the body is in it.
 */
export async function verifyWebhook(
  body: string,
  publicKey: string,
  { now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const token = body.trim();
  if (token === "") throw refused("NOTHING_TO_VERIFY", "There is nothing to verify: the body is empty.");
  if (Buffer.byteLength(token) > maxBytes) throw refused("TOO_LARGE", "The body is larger than 1 MiB.");
  const key = await readPublicKey(publicKey);
  const claims = await jwtVerify(token, key, {
    algorithms: ["RS256"],
    clockTolerance: skew,
    currentDate: now,
  }).then(({ payload }) => payload, explain);
  return readClaims(claims);
}

/** The key, from PEM text or base64 of it. Throws UsageError for anything else, private keys among it. */
async function readPublicKey(text: string): ReturnType<typeof importSPKI> {
  const trimmed = text.trim();
  const pem = trimmed.includes("\n") ? trimmed : Buffer.from(trimmed, "base64").toString("utf8").trim();
  if (!pem.startsWith("-----BEGIN PUBLIC KEY-----")) {
    throw new UsageError("The key is no public key in PEM form (or base64 of it).", {
      code: "KEY_UNREADABLE",
      hint: 'It begins with "-----BEGIN PUBLIC KEY-----"; the app\'s settings show it, for a sandbox: till sandbox keys',
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
    throw refused("EXPIRED", "The webhook has expired: it was signed too long ago.", cause);
  }
  if (cause instanceof errors.JWTClaimValidationFailed) {
    throw refused(
      "NOT_YET_VALID",
      `The webhook is not valid now: its claim "${cause.claim}" says so.`,
      cause,
    );
  }
  if (cause instanceof errors.JOSEAlgNotAllowed) {
    throw refused(
      "ALGORITHM_REFUSED",
      "The webhook is not signed with RS256, the platform's algorithm.",
      cause,
    );
  }
  if (cause instanceof errors.JWSSignatureVerificationFailed) {
    throw refused("SIGNATURE_INVALID", "The signature does not fit this public key and this body.", cause);
  }
  throw refused("NOT_A_WEBHOOK", "The body is no signed webhook (one compact JWT).", cause);
}

/** The data is text inside text: claim `data`, its `data`, its `identity`. */
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
    ...(identity !== undefined && { identity: readJson(identity) as WebhookIdentity }),
    ...(isRecord(accountInfo) && { accountInfo }),
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
  refused(
    "CONTENT_UNREADABLE",
    "The webhook is signed rightly, but does not hold an event in the platform's form.",
    cause,
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function refused(code: string, message: string, cause?: unknown): TillError {
  return new TillError(exitCodes.failure, message, {
    code,
    hint: "Do not act on it: answer 400 and do nothing else.",
    cause,
  });
}
