// node baseline-check-in.js EVENT < numbers: checks in one ticket per line, eight at a time, and prints the results.
import { createInterface } from "node:readline";
import { call, hangUp } from "./baseline-platform.js";

const [eventId] = process.argv.slice(2);
const numbers = [];
for await (const line of createInterface({ input: process.stdin })) numbers.push(line);
const queue = numbers.values();
const worker = async () => {
  for (const ticketNumber of queue) {
    const { tickets } = await call("POST", "/events/v1/tickets/check-in", {
      eventId,
      ticketNumber: [ticketNumber],
    });
    process.stdout.write(`in\t${tickets[0].ticketNumber}\n`);
  }
};
await Promise.all(Array.from({ length: 8 }, worker));
await hangUp();
