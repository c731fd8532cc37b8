import { expect, test } from "vitest";
import type { Call } from "../../../src/api/caller.ts";
import { listGuests } from "../../../src/resources/guests/guests.ts";

const attending = { attendanceStatus: "ATTENDING" };

test.each(["attendanceStatus = ATTENDING", JSON.stringify(attending)])(
  "guests of an event with the filter %s",
  async (filter) => {
    const sent: unknown[] = [];
    const call = (async (_endpoint: unknown, input: { query?: { filter: unknown } }) => {
      sent.push(input.query?.filter);
      return { guests: [{ id: "g" }], pagingMetadata: { count: 1, hasNext: false } };
    }) as unknown as Call;
    const ids: string[] = [];
    for await (const { id } of listGuests(call, "e", { filter }).rows) ids.push(id);
    expect(ids).toEqual(["g"]);
    expect(sent[0]).toEqual({ $and: [{ eventId: "e" }, attending] });
  },
);
