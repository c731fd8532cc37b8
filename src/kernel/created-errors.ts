import { type Channel, channel } from "node:diagnostics_channel";

/** Publishes the code of each error that till and its sandbox create. The tests collect them (docs/testing.md). */
export const createdErrors: Channel = channel("till:error");
