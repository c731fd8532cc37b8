import { neededNode } from "../kernel/version.ts";

// Imported before everything else by each entry point of the library: what follows does not load on an older Node.
const message = neededNode(process.versions.node);
if (message !== undefined) throw new Error(message);
