import { member, visitor } from "../../../src/api/auth/strategies.ts";
import { createNetwork } from "../../../src/api/transport/network.ts";
import { openCredentials } from "../../../src/config/credentials.ts";

/**
 * A process for tests in which several processes renew the same expired token. Prints one line for each command: the
 * authorization that it would send. With `hold`, it locks the token and keeps the lock until it is killed.
 * `node renew-process.ts FILE URL member|visitor|hold COMMANDS`
 */
const [file = "", baseUrl = "", mode = "member", commands = "1"] = process.argv.slice(2);
const notice = (message: string) => void process.stderr.write(`${message}\n`);
if (mode === "hold") {
  await openCredentials({ file, notice }).update("shop", "member", async () => {
    process.stdout.write("holding");
    await new Promise((resolve) => setTimeout(resolve, 600_000));
    return undefined;
  });
}
const network = createNetwork();
const tokens = await Promise.all(
  Array.from({ length: Number(commands) }, async () => {
    const store = openCredentials({ file, notice });
    const facts = { profile: "shop", clientId: "client1", store, baseUrl, now: Date.now, notice };
    const strategy = (mode === "visitor" ? visitor : member)({ ...facts, send: network.send });
    const { authorization } = await strategy.headers();
    store.close();
    return authorization;
  }),
);
process.stdout.write(tokens.join("\n"));
await network.close();
