import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let seeded: World;
beforeAll(async () => {
  seeded = createWorld();
  await seeded.till("sandbox seed demo");
  return () => seeded.close();
});

function openShop(): World {
  const world = createWorld({ from: seeded.home });
  onTestFinished(() => world.close());
  return world;
}

/** Serves requests on loopback. Returns the address, and the requests that came. */
async function serve(listener: RequestListener): Promise<{ base: string; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization ?? "-"}`);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { base: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const price = (amount: string) => `sku,price\nBOWL-S,${amount}\n`;
const importOf = (address: string, flags: string) =>
  ["products", "import", address, "--key", "sku", ...flags.split(" ")] as const;
const priceOfBowl = async (world: World) =>
  JSON.parse((await world.till("products get serving-bowl --json")).stdout).priceData.price;

test("a file is imported from an address, and the job records its version and no credentials", async () => {
  const world = openShop();
  const { base, seen } = await serve((_, response) =>
    response
      .setHeader("etag", '"v7"')
      .setHeader("last-modified", "Mon, 30 Nov 2026 06:00:00 GMT")
      .setHeader("content-type", "text/csv; charset=utf-8")
      .end(price("70")),
  );
  const address = `http://shop:CANARY-1@${base}/lists/prices.csv?token=CANARY-2`;
  const { code, stderr, stdout } = await world.till([...importOf(address, "--yes")]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(await priceOfBowl(world)).toBe(70);
  expect(seen).toEqual([
    `/lists/prices.csv?token=CANARY-2 Basic ${Buffer.from("shop:CANARY-1").toString("base64")}`,
  ]);
  const job = await world.till("jobs show last --json");
  expect(JSON.parse(job.stdout)).toMatchObject({
    inputHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    file: {
      address: `http://${base}/lists/prices.csv`,
      etag: '"v7"',
      lastModified: "Mon, 30 Nov 2026 06:00:00 GMT",
    },
  });
  const shown = await world.till("jobs show last");
  expect(shown.stdout).toContain(
    `http://${base}/lists/prices.csv, "v7", Mon, 30 Nov 2026 06:00:00 GMT, SHA-256`,
  );
  for (const text of [
    stdout,
    stderr,
    job.stdout,
    shown.stdout,
    (await world.till("jobs audit --json")).stdout,
  ])
    expect(text).not.toContain("CANARY");
});

test("a job that is resumed uses the rows that were previewed, whatever the address has now", async () => {
  const world = openShop();
  let amount = "70";
  const { base, seen } = await serve((_, response) => response.end(price(amount)));
  await world.till("sandbox fault 429:0 --route products.update --count 1000");
  expect((await world.till([...importOf(`http://${base}/prices.csv`, "--yes")])).code).toBe(7);
  amount = "1";
  await world.till("sandbox fault --clear");
  const { code, stderr } = await world.till("jobs resume last --yes");
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(await priceOfBowl(world)).toBe(70);
  expect(seen).toHaveLength(1);
});

test("a workbook and a published sheet without an extension are read by their content", async () => {
  const world = openShop();
  await world.till("products export shop.xlsx --format till");
  const { base } = await serve((request, response) =>
    request.url?.startsWith("/book")
      ? response.end(readFileSync(world.path("shop.xlsx")))
      : response.setHeader("content-type", "text/csv").end(price("71")),
  );
  for (const path of ["/book", "/book.xlsx", "/book?output=xlsx"]) {
    const { code, stdout } = await world.till(["products", "import", `http://${base}${path}`, "--dry-run"]);
    expect([path, code, stdout]).toEqual([path, 0, expect.stringContaining("0 to change")]);
  }
  const sheet = await world.till([...importOf(`http://${base}/d/e/2PACX-1v/pub?output=csv`, "--dry-run")]);
  expect(sheet).toMatchObject({ code: 0, stdout: expect.stringContaining("Import pub.csv") });
});

test("a redirect is followed on this computer, and not to another site without https", async () => {
  const world = openShop();
  const target = await serve((_, response) => response.end(price("72")));
  const { base } = await serve((request, response) =>
    response
      .writeHead(302, {
        location:
          request.url === "/away"
            ? "http://shop.example/p.csv"
            : request.url === "/loop"
              ? "/loop"
              : `http://${target.base}/p.csv`,
      })
      .end(),
  );
  const run = (path: string) => world.till([...importOf(`http://me:CANARY@${base}${path}`, "--dry-run")]);
  expect(await run("/here")).toMatchObject({ code: 0, stdout: expect.stringContaining("72") });
  // The credentials are for the first address only.
  expect(target.seen).toEqual(["/p.csv -"]);
  expect(await run("/away")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("redirects to http://shop.example, which is not https"),
  });
  expect(await run("/loop")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("redirects more than 5"),
  });
});

describe("what is not a file is refused", () => {
  const html = "<!doctype html><html><title>Sign in</title>";
  test.each<[string, number, string, string, number, string]>([
    [
      "a web page",
      200,
      "text/html; charset=utf-8",
      html,
      2,
      "is a web page, not a CSV or Excel file.\n  Use the address of the file itself.",
    ],
    ["a web page that says it is CSV", 200, "text/csv", `\n${html}`, 2, "is a web page"],
    ["a picture", 200, "image/png", "x", 2, "is image/png, not a CSV or Excel file"],
    ["what does not exist", 404, "text/csv", price("1"), 5, "answered with status 404"],
    ["what needs a sign-in", 403, "text/csv", price("1"), 4, "answered with status 403"],
    ["a server with a problem", 503, "text/csv", price("1"), 8, "answered with status 503"],
    ["a part of a file", 206, "text/csv", price("1"), 1, "answered with status 206"],
  ])("%s", async (_, status, type, body, code, message) => {
    const world = openShop();
    const { base } = await serve((_, response) =>
      response.writeHead(status, { "content-type": type }).end(body),
    );
    const ended = await world.till([...importOf(`http://${base}/prices.csv`, "--yes")]);
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(message) });
    expect(await priceOfBowl(world)).toBe(68);
  });

  test.each([
    ["http://shop.example/prices.csv", "shop.example is not read without https"],
    ["https://", "is not a URL"],
  ])("the address %s", async (address, message) => {
    const ended = await openShop().till([...importOf(address, "--dry-run")]);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  test("a file of more than 64 MiB", async () => {
    const world = openShop();
    const piece = Buffer.alloc(8 * 1024 * 1024, "sku,price\n");
    const { base } = await serve((_, response) => {
      for (let count = 0; count < 9; count++) response.write(piece);
      response.end();
    });
    const ended = await world.till([...importOf(`http://${base}/prices.csv`, "--dry-run")]);
    expect(ended).toMatchObject({ code: 8, stderr: expect.stringContaining("larger than 64 MiB") });
  });
});

test("counts, coupons and orders are read from an address as products are", async () => {
  const world = openShop();
  const files: Record<string, string> = {
    "/counts.csv": "sku,stock\nBOWL-S,3\n",
    "/coupons.csv": "name,code,percent\nMail,MAIL-1,10\n",
    "/refunds.csv": "order,amount\n10001,5\n",
    "/map.yaml": "SKU: sku\n",
  };
  const { base, seen } = await serve((request, response) => response.end(files[request.url ?? ""]));
  const address = `http://${base}`;
  for (const line of [
    `products stock import ${address}/counts.csv --dry-run`,
    `coupons import ${address}/coupons.csv --dry-run`,
  ])
    expect([line, await world.till(line)]).toEqual([line, expect.objectContaining({ code: 0 })]);
  await world.till(`orders refund --file ${address}/refunds.csv --dry-run`);
  expect(seen.map((request) => request.split(" ")[0])).toContain("/refunds.csv");
});

test("sftp is read with the program of the system, in batch mode", async () => {
  const world = openShop();
  mkdirSync(world.path("bin"));
  vi.stubEnv("PATH", `${world.path("bin")}${delimiter}${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const program = (script: string) => {
    writeFileSync(world.path("bin/sftp"), `#!/bin/sh\n${script}\n`);
    chmodSync(world.path("bin/sftp"), 0o755);
  };
  writeFileSync(world.path("far.csv"), price("73"));
  program(
    `echo "$*" > "${world.path("args")}"; read -r line; echo "$line" >> "${world.path("args")}"\n` +
      `eval "set -- $line"; cp "${world.path("far.csv")}" "$3"`,
  );
  const read = () =>
    world.till([...importOf("sftp://me@shop.example:2222/out/my%20prices.csv", "--dry-run")]);
  expect(await read()).toMatchObject({ code: 0, stdout: expect.stringContaining("73") });
  const [args, line] = readFileSync(world.path("args"), "utf8").split("\n");
  expect(args).toBe("-q -b - -oBatchMode=yes -oConnectTimeout=10 -P 2222 -- me@shop.example");
  expect(line).toMatch(/^get "\/out\/my prices\.csv" ".+"$/);
  program(
    "echo 'me@shop.example: Permission denied (publickey).' >&2; echo 'Connection closed.' >&2; exit 255",
  );
  expect(await read()).toMatchObject({
    code: 8,
    stderr: expect.stringContaining("cannot be read: me@shop.example: Permission denied (publickey)."),
  });
  const secret = await world.till([...importOf("sftp://me:CANARY@shop.example/prices.csv", "--dry-run")]);
  expect(secret).toMatchObject({ code: 2, stderr: expect.stringContaining("does not take a password") });
  expect(secret.stderr).not.toContain("CANARY");
});
