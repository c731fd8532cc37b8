/**
 * The payloads of webhooks by type, as JSON has them. The published types are written from the platform's topics
 * (scripts/declarations.ts), so that each type has the payload of its topic.
 */
export interface WebhookPayloads {
  readonly [type: string]: unknown;
}
