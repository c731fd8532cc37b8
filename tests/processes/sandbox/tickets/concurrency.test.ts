import { spawn } from "node:child_process";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { defaults } from "../../../../src/sandbox/kernel/defaults.ts";
import { openSandbox } from "../../../../src/sandbox/server/router.ts";
import { party } from "../../../sandbox/support/events-sandbox.ts";
import { answers, definitionsPath } from "../../../sandbox/support/tickets-sandbox.ts";
import { temporaryFolder } from "../../../support/folders.ts";
import { createRequester } from "../../../support/test-shop.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const processes = 4;
const buyers = 25;
const seats = 10;
const opener = new URL("../../../../src/sandbox/server/router.ts", import.meta.url).href;

/** A program that reserves and buys one seat, several times concurrently, and prints a status per line. */
const program = (file: string, eventId: string, ticketDefinitionId: string) => `
  import { openSandbox } from ${JSON.stringify(opener)};
  const sandbox = openSandbox({ file: ${JSON.stringify(file)} });
  const post = async (path, body) => {
    const headers = { authorization: ${JSON.stringify(defaults.apiKey)} };
    const url = "https://shop.example/events/v1/checkout" + path;
    const answer = await sandbox.send({ method: "POST", url, headers, body: JSON.stringify(body), effect: "add", name: "rush" });
    return { ...answer, body: JSON.parse(answer.body) };
  };
  const eventId = ${JSON.stringify(eventId)};
  const ticketQuantities = [{ ticketDefinitionId: ${JSON.stringify(ticketDefinitionId)}, quantity: 1 }];
  await Promise.all(Array.from({ length: ${buyers} }, async () => {
    const held = await post("/reservations", { eventId, ticketQuantities });
    const guests = [{ form: ${JSON.stringify(answers())} }];
    const bought = held.status === 200 && await post("", { eventId, reservationId: held.body.id, guests });
    console.log(held.status, bought ? bought.body.order?.tickets[0].ticketNumber ?? bought.status : held.body.details.applicationError.code);
  }));
  sandbox.close();
`;

it("ten seats and a hundred buyers in four processes give ten orders and no duplicate ticket", async () => {
  const file = join(folder, "shop.sqlite");
  const sandbox = openSandbox({ file });
  const ask = createRequester(sandbox.send);
  const event = { ...party(), registration: { initialType: "TICKETING" } };
  const later = { startDate: "2090-01-10T18:00:00.000Z", endDate: "2090-01-10T22:00:00.000Z" };
  const dateAndTimeSettings = { ...event.dateAndTimeSettings, ...later };
  const created = await ask("POST", "/events/v3/events", { event: { ...event, dateAndTimeSettings } });
  const { id: eventId } = created.body.event;
  const { body } = await ask("POST", definitionsPath, {
    ticketDefinition: {
      eventId,
      name: "Seat",
      feeType: "FEE_INCLUDED",
      initialLimit: seats,
      pricingMethod: { fixedPrice: { value: "20", currency: "USD" } },
    },
  });
  const { id } = body.ticketDefinition;
  const runs = Array.from({ length: processes }, () => run(program(file, eventId, id)));
  const lines = (await Promise.all(runs)).join("").trim().split("\n");
  expect(lines).toHaveLength(processes * buyers);
  const sold = lines.filter((line) => line.startsWith("200 "));
  expect(sold).toHaveLength(seats);
  expect(new Set(sold).size).toBe(seats);
  expect(new Set(lines.filter((line) => !line.startsWith("200 ")))).toEqual(
    new Set(["409 TICKETS_SOLD_OUT"]),
  );
  const { body: after } = await ask("GET", `${definitionsPath}/${id}?fields=SALES_DETAILS`);
  expect(after.ticketDefinition.salesDetails).toMatchObject({
    soldCount: seats,
    reservedCount: 0,
    unsoldCount: 0,
  });
  expect((await ask("GET", "/events/v1/orders")).body.total).toBe(seats);
  sandbox.close();
});

function run(code: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.on("error", reject);
    child.on("close", () => resolve(text));
  });
}
