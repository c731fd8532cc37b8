/**
 * A webhook consumer as a separate process: `node webhook-consumer.ts KEYFILE LOG`. It prints its port, verifies each body, writes
 * a line to its log, and then responds. It may be killed at any moment.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { receiveWebhooks } from "../../src/webhooks/receive.ts";

const [keyFile = "", log = ""] = process.argv.slice(2);
const { origin } = await receiveWebhooks({
  port: 0,
  publicKey: readFileSync(keyFile, "utf8"),
  onEvent: ({ payload }) => appendFileSync(log, `${JSON.stringify(payload)}\n`),
  onPlatformError: (error) => appendFileSync(log, `refused ${error.code}\n`),
  onError: (error) => {
    throw error;
  },
});
process.stdout.write(`${new URL(origin).port}\n`);
