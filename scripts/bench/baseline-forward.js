// node baseline-forward.js FILE URL: what `till webhooks listen --forward-to URL --after start --once` does, in plain
// Node: reads the outbox of a sandbox's FILE, signs each event (RS256) and posts it, sixteen at a time.
import { createPrivateKey, sign } from "node:crypto";
import { Agent, request } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";

const [file, url] = process.argv.slice(2);
const db = new DatabaseSync(file, { readOnly: true });
const key = createPrivateKey(db.prepare("SELECT value FROM setting WHERE name = 'signingKey'").get().value);
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const inBackground = promisify(sign);
const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const head = part({ alg: "RS256", typ: "JWT" });

async function jwtOf({ type, payload }) {
  const iat = Math.floor(Date.now() / 1000);
  const data = JSON.stringify({ eventType: type, instanceId: "", data: payload });
  const signed = `${head}.${part({ data, iat, exp: iat + 600 })}`;
  return `${signed}.${(await inBackground("RSA-SHA256", Buffer.from(signed), key)).toString("base64url")}`;
}

function post(body) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "text/plain", "content-length": Buffer.byteLength(body) };
    const sent = request(url, { method: "POST", agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
      answer.resume().once("end", resolve);
    });
    sent.once("error", reject).end(body);
  });
}

const events = db.prepare("SELECT seq, type, payload FROM event ORDER BY seq").iterate();
const worker = async () => {
  for (const event of events) await post(await jwtOf(event));
};
await Promise.all(Array.from({ length: 16 }, worker));
agent.destroy();
