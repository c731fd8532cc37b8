export { TillError } from "../errors.ts";
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookIdentity,
} from "../webhooks/verify.ts";
