import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgres } from "../../../src/kernel/postgres.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { createWorld } from "../../support/world.ts";
import { type Cluster, skipped, startCluster } from "../postgres.ts";

/** An authority, a certificate of it for 0.0.0.0 (which reaches this computer, and is not a name of it), and one for another host. */
function makeCertificates(folder: string) {
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  openssl(
    ..."req -x509 -newkey rsa:2048 -nodes -days 30 -keyout ca.key -out ca.crt -subj /CN=authority".split(" "),
  );
  for (const [name, host] of [
    ["own", "IP:0.0.0.0"],
    ["other", "DNS:other.example"],
  ] as const) {
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${host}\n`);
    openssl(
      ...`req -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`.split(" "),
    );
    const sign = `x509 -req -in ${name}.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -out ${name}.crt -extfile ${name}.ext`;
    openssl(...sign.split(" "));
  }
  const of = (name: string) => ({
    cert: readFileSync(join(folder, `${name}.crt`), "utf8"),
    key: readFileSync(join(folder, `${name}.key`), "utf8"),
  });
  return { root: join(folder, "ca.crt"), own: of("own"), other: of("other") };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

describe.skipIf(skipped !== "")(`a database on another computer${skipped}`, () => {
  let root: string;
  const servers: Cluster[] = [];
  const address = { own: "", other: "", plain: "" };
  beforeAll(async () => {
    const certificates = makeCertificates(temporaryFolder());
    root = certificates.root;
    for (const name of ["own", "other", "plain"] as const) {
      const port = await freePort();
      const ssl = name === "plain" ? {} : { ssl: certificates[name] };
      servers.push(await startCluster({ network: { port, ...ssl } }));
      address[name] = `postgres://postgres@0.0.0.0:${port}/postgres`;
    }
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
  });

  /** Opens a database and returns what the connection is, by the client and by the server, or the code of the error. */
  const open = async (url: string, variables = {}) => {
    try {
      const database = await openPostgres(url, { variables });
      const sql = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
      const [row] = await database.query<{ ssl: boolean }>(sql);
      const { text, safe } = database.security;
      await database.close();
      return { ssl: row?.ssl, text, safe };
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const full = {
    ssl: true,
    safe: true,
    text: "TLS, certificate and host name checked (sslmode=verify-full)",
  };

  test("is used over TLS only, and its certificate is checked, unless another mode is written", async () => {
    expect(await open(address.own)).toBe("POSTGRES_TLS");
    expect(await open(`${address.own}?sslrootcert=${root}`)).toEqual(full);
    expect(await open(address.own, { PGSSLROOTCERT: root })).toEqual(full);
    expect(await open(`${address.other}?sslrootcert=${root}`)).toBe("POSTGRES_TLS");
    expect(await open(address.plain)).toBe("POSTGRES_TLS");
    expect(await open(`${address.plain}?sslmode=disable`)).toMatchObject({ ssl: false, safe: false });
    expect(await open(address.plain, { PGSSLMODE: "disable" })).toMatchObject({ ssl: false, safe: false });
  });

  test("the modes have the meanings of libpq", async () => {
    const mode = (name: keyof typeof address, text: string) => open(`${address[name]}?sslmode=${text}`);
    // Another name in the certificate.
    expect(await mode("other", `verify-full&sslrootcert=${root}`)).toBe("POSTGRES_TLS");
    expect(await mode("other", `verify-ca&sslrootcert=${root}`)).toMatchObject({ ssl: true, safe: true });
    expect(await mode("other", "verify-ca")).toBe("POSTGRES_TLS");
    expect(await mode("other", "require")).toMatchObject({ ssl: true, safe: false });
    expect(await mode("other", `require&sslrootcert=${root}`)).toMatchObject({ ssl: true });
    expect(await mode("plain", "require")).toBe("POSTGRES_TLS");
    expect(await mode("other", "prefer")).toMatchObject({ ssl: true, safe: false });
    expect(await mode("plain", "prefer")).toMatchObject({ ssl: false, safe: false });
    expect(await mode("other", "allow")).toMatchObject({ ssl: true, safe: false });
    expect(await mode("plain", "allow")).toMatchObject({ ssl: false, safe: false });
    expect(await mode("own", "disable")).toBe("POSTGRES_TLS");
    // The address has the last word.
    const variables = { PGSSLMODE: "disable", PGSSLROOTCERT: "/missing" };
    expect(await open(`${address.own}?sslmode=verify-full&sslrootcert=${root}`, variables)).toEqual(full);
  });

  test.each(["no-verify", "true", "VERIFY-FULL", "verify_full"])("refuses the mode %s", async (mode) => {
    expect(await open(`${address.own}?sslmode=${mode}`)).toBe("POSTGRES_URL");
    expect(await open(address.own, { PGSSLMODE: mode })).toBe("POSTGRES_URL");
  });

  test("an error about TLS says what to write, and doctor says what the connection is", async () => {
    const world = createWorld();
    const journal = (url: string, more = {}) => ({ env: { TILL_JOURNAL: url, ...more } });
    const refused = await world.till("jobs list", journal(`${address.own}?sslmode=disable`));
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain("takes connections over TLS only");
    expect(refused.stderr).toContain("sslmode=verify-full");
    const without = await world.till("jobs list", journal(address.plain));
    expect(without.stderr).toContain("does not offer TLS");
    const unknown = await world.till("jobs list", journal(address.own));
    expect(unknown.stderr).toContain("sslrootcert=FILE");
    const told = async (url: string, more = {}) => {
      const { stdout } = await world.till("doctor --offline --json", journal(url, more));
      const { items } = JSON.parse(stdout) as { items: { check: string; state: string; what: string }[] };
      return items.find(({ check, what }) => check === "jobs" && what.includes("postgres:"));
    };
    expect(await told(address.own, { PGSSLROOTCERT: root })).toMatchObject({
      state: "ok",
      what: expect.stringContaining(full.text),
    });
    expect(await told(`${address.plain}?sslmode=disable`)).toMatchObject({
      state: "warning",
      what: expect.stringContaining("without TLS (sslmode=disable)"),
    });
    expect(await told(servers[0]?.url() ?? "")).toMatchObject({
      state: "ok",
      what: expect.stringContaining("Unix socket"),
    });
    world.close();
  });
});
