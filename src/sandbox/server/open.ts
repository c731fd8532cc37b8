import { setImmediate as breathe } from "node:timers/promises";
import type { Transport } from "../../api/transport/transport.ts";
import { snapshotsIn } from "../control/snapshot-folder.ts";
import { openStore, type Store } from "../kernel/store.ts";
import { createRouter } from "./router.ts";

export interface OpenSandbox {
  /** Answers requests in this process. Control calls need no token. */
  send: Transport;
  store: Store;
  close(): void;
}

/** Opens the sandbox in a file (or `:memory:`). Throws TillError if the file is locked, damaged or too new. */
export function openSandbox({
  file,
  origin,
  snapshots,
}: {
  file: string;
  origin?: string;
  /** The folder of its snapshots. */
  snapshots?: string;
}): OpenSandbox {
  const store = openStore(file, origin === undefined ? {} : { origin });
  const router = createRouter(store, snapshots === undefined ? {} : { snapshots: snapshotsIn(snapshots) });
  return {
    async send(request) {
      // Responses are computed synchronously. Without a turn of the event loop Ctrl-C would wait for the end of a long job.
      await breathe();
      return router.send(request);
    },
    store,
    close() {
      router.close();
      store.close();
    },
  };
}
