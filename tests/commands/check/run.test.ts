import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

interface Finding {
  severity: string;
  check: string;
  subject: string;
  problem: string;
  fix?: string;
}

describe.each(["v1", "v3"] as const)("on catalog %s", (version) => {
  let world: World;
  beforeEach(async () => {
    world = createWorld();
    onTestFinished(() => world.close());
    await world.till(`sandbox seed demo --catalog ${version}`);
  });

  async function check(...args: string[]) {
    const { code, stdout, stderr } = await world.till(["check", ...args, "--json"]);
    return { code, stderr, found: JSON.parse(stdout).items as Finding[] };
  }

  const change = async (slug: string, ...sets: string[]) => {
    const flags = sets.flatMap((set) => ["--set", set]);
    const { code } = await world.till(["products", "update", slug, ...flags, "--yes"]);
    expect(code).toBe(0);
  };

  test("finds what is missing, without inventing a price, an SKU or a text", async () => {
    await change("oven-mitt", "price=0");
    await change("serving-bowl", "description=<p>&nbsp;</p>", "media=");
    await change("matcha-bowl", "name=serving bowl");
    await change("hand-grinder", "price=0", "visible=false");
    const { code, found } = await check("--only", "price", "unpriced", "description", "picture", "name");
    expect(code).toBe(11);
    expect(found.map(({ fix, ...finding }) => finding)).toEqual([
      {
        _kind: "shopFinding",
        severity: "high",
        check: "price",
        subject: "Oven Mitt",
        problem: expect.any(String),
      },
      expect.objectContaining({
        check: "unpriced",
        subject: "Hand Grinder",
        problem: "has 12 in stock, and no price",
      }),
      expect.objectContaining({ check: "name" }),
      expect.objectContaining({ check: "picture", subject: "Serving Bowl" }),
      expect.objectContaining({ check: "description", subject: "Serving Bowl" }),
    ]);
    expect(found.filter(({ fix }) => fix !== undefined)).toEqual([]);
  });

  test("lists the worst first, and every command that it shows removes its finding", async () => {
    const { found } = await check();
    const order = ["high", "medium", "low"];
    const ranks = found.map(({ severity }) => order.indexOf(severity));
    expect(ranks).toEqual([...ranks].sort());
    const fixes = found.flatMap(({ fix, check }) =>
      fix && ["stock", "alt", "discount", "tax"].includes(check) ? [fix] : [],
    );
    expect(fixes.some((fix) => fix.includes("altText"))).toBe(version === "v3");
    for (const fix of fixes.slice(0, 20)) {
      const line = fix.includes(" products ") ? `${fix} --yes` : fix;
      expect(await world.sh(line), line).toMatchObject({ code: 0 });
    }
    const after = (await check()).found.flatMap(({ fix }) => fix ?? []);
    expect(after.filter((fix) => fixes.slice(0, 20).includes(fix))).toEqual([]);
  });

  test("suggests to remove a picture only if its host says that it does not exist", async () => {
    const server = createServer(({ url = "" }, response) => {
      // A file that is larger than any that is downloaded: it loads, and only its head is read.
      response.writeHead(Number(url.slice(1)), { location: "/404", "content-length": 1e9 });
      response.write("x");
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    // The demo shop has 32 pictures; those of a sandbox exist there only.
    expect(await check("--media", "--only", "media")).toMatchObject({ code: 0, found: [] });
    const answers = {
      "porcelain-pitcher": 200,
      "cushion-cover": 302,
      "tasting-box": 404,
      "towel-strich": 503,
    };
    const elsewhere = Object.entries(answers).map(([picture, status]) => ({
      from: `https://static.wixstatic.com/media/till_${picture}~mv2.jpg"`,
      to: `http://127.0.0.1:${port}/${status}"`,
    }));
    const { code, stdout } = await world.till("check --media --only media --json", {
      through: (send) => async (request) => {
        const response = await send(request);
        const body = elsewhere.reduce((text, { from, to }) => text.replaceAll(from, to), response.body);
        return { ...response, body };
      },
    });
    const problem = (id: string, status: number) =>
      `till_${id}~mv2.jpg: The file cannot be downloaded: 127.0.0.1:${port} responded ${status}.`;
    expect(
      JSON.parse(stdout)
        .items.map(({ problem, fix }: Finding) => [problem, fix])
        .sort(),
    ).toEqual([
      [problem("tasting-box", 404), "till products media remove tasting-box 'till_tasting-box~mv2.jpg'"],
      [problem("towel-strich", 503), undefined],
    ]);
    expect(code).toBe(11);
  });

  test("adds a missing region to the default profile, whatever its name is", async () => {
    await world.till("settings shipping profiles remove-region 'General profile' 'Everywhere else' --yes");
    await world.till("settings shipping profiles update 'General profile' --name 'Alle Länder'");
    await world.sh(
      "till settings tax calculators --jq .items[0].appId | xargs till settings tax regions create --country ZA --app",
    );
    const missing = async () =>
      (await check("--only", "delivery")).found.filter(({ subject }) => subject === "South Africa (ZA)");
    const [{ fix = "" } = {}] = await missing();
    expect(fix).toBe(
      "till settings shipping profiles add-region 'Alle Länder' --name 'South Africa' --country ZA",
    );
    expect(await world.sh(fix)).toMatchObject({ code: 0 });
    expect((await missing()).map(({ problem }) => problem)).toEqual([]);
  });

  test("finds orders that wait too long, and none after they are fulfilled; exit 0 then", async () => {
    expect((await check("--only", "unfulfilled")).code).toBe(0);
    const { code, found } = await check("--only", "unfulfilled", "--waiting", "1d");
    expect([code, found.length > 0]).toEqual([11, true]);
    for (const { fix = "" } of found) {
      expect(fix).toMatch(/^till orders fulfill \d+$/);
      await world.sh(`${fix} --yes`);
    }
    expect(await check("--only", "orders", "--waiting", "1d")).toMatchObject({ code: 0, found: [] });
  });

  test("writes the findings to a file, too, as CSV or as a workbook", async () => {
    const { code } = await world.till(["check", "--only", "stock", "--report", world.path("found.csv")]);
    expect(code).toBe(11);
    const lines = readFileSync(world.path("found.csv"), "utf8").trim().split("\n");
    expect(lines[0]).toBe("severity,check,subject,problem,fix");
    expect(lines).toHaveLength(3);
    expect(lines.join("\n")).toContain("medium,stock,Porcelain Pitcher,is visible and out of stock,");
    await world.till(["check", "--only", "stock", "--report", world.path("found.xlsx"), "--fields", "check"]);
    expect(readFileSync(world.path("found.xlsx")).subarray(0, 2).toString()).toBe("PK");
    const refused = await world.till(["check", "--report", world.path("found.txt")]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(".csv or .xlsx")]);
  });
});
