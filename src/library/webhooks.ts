import "./check-node.ts";

export { TillError } from "../kernel/errors.ts";
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookIdentity,
} from "../webhooks/verify.ts";
