import { member } from "../../src/api/auth/strategies.ts";
import { createNetwork } from "../../src/api/network.ts";
import { openCredentials } from "../../src/config/credentials.ts";

/** One of many processes with the same expired token: prints the authorization that it would send. */
const [file = "", baseUrl = "", mode = "renew"] = process.argv.slice(2);
const store = openCredentials({ file, notice: (message) => process.stderr.write(message) });
if (mode === "hold") {
  await store.update("shop", "member", async () => {
    process.stdout.write("holding");
    await new Promise((resolve) => setTimeout(resolve, 600_000));
    return undefined;
  });
}
const network = createNetwork();
const strategy = member({
  profile: "shop",
  clientId: "client1",
  store,
  baseUrl,
  now: Date.now,
  notice: (message) => process.stderr.write(message),
  send: network.send,
});
process.stdout.write((await strategy.headers()).authorization ?? "");
await network.close();
store.close();
