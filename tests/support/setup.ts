import { afterAll } from "vitest";
import { removeTemporaryFolders } from "./folders.ts";
import { configureRuns } from "./runs.ts";
import { noteCodes } from "./seen-codes.ts";

// Runs before each test file.
configureRuns();
noteCodes();
afterAll(removeTemporaryFolders);
