import { openShop, type TestShop } from "till-cli/testing";

import library = require("till-cli/api");

export const opened: Promise<TestShop> = openShop({ seed: "empty" });
export const client: library.Client = library.createClient({ clientId: "app" });
