import { type BranchControl, type BranchInfo, operator } from "../control/control.ts";
import { namePattern, nameRule } from "../control/snapshot-folder.ts";
import { invalid } from "../kernel/invalid.ts";
import { openStore, type Store } from "../kernel/store.ts";
import { PlatformError } from "../kernel/tx.ts";
import type { Router } from "./router.ts";

/** The header that selects a branch. A path prefix `/@name` does the same, for browsers and base URLs. */
const branchHeader = "x-sandbox-branch";

/** The header that names the site of an API key. */
const siteHeader = "wix-site-id";

/** The branch of requests without a branch: the sandbox itself. */
const mainBranch = "main";

export interface BranchOptions {
  main: Store;
  routerOf(store: Store, branches: BranchControl): Router;
  /** The most branches at the same time. Default: 64. */
  maxBranches?: number;
  /** The most bytes of all branches when one is added. Default: 1 GiB. */
  maxBytes?: number;
  /** The most sites: a request with another site ID than the sandbox's selects a branch of that name. Default: one site. */
  sites?: number | undefined;
}

/** The branches of a served sandbox: independent copies in memory. */
export interface Branches extends BranchControl {
  /**
   * Calls `work` with the router of the branch that a request selects and its path without the branch. A branch that does not
   * exist starts as a copy of the main sandbox. Throws InvalidInput for an invalid name and PlatformError 409 if there are too
   * many branches.
   */
  handle<T>(
    request: { headers: Readonly<Record<string, string>>; path: string },
    work: (router: Router, path: string) => Promise<T>,
  ): Promise<T>;
  close(): void;
}

interface Branch {
  name: string;
  store: Store;
  router: Router;
  createdAt: string;
  /** Requests in flight. */
  active: number;
}

/** Returns the branches of a served sandbox; there are none yet. */
export function createBranches(options: BranchOptions): Branches {
  const { main, routerOf, sites = 0 } = options;
  const { maxBranches = 64 + sites, maxBytes = 1024 ** 3 + sites * 16 * 1024 ** 2 } = options;
  const ownSite = main.read(operator, (tx) => tx.setting("siteId"));
  const branches = new Map<string, Branch>();

  const checkRoom = (name: string, image: Uint8Array) => {
    const others = [...branches.values()].filter((one) => one.name !== name);
    const remedy = "Delete one: till sandbox branches remove <name>";
    if (others.length >= maxBranches) {
      const message = `The sandbox has ${others.length} branches, its maximum. ${remedy}`;
      throw new PlatformError(409, "TOO_MANY_BRANCHES", message, { maximum: maxBranches });
    }
    const bytes = others.reduce((sum, { store }) => sum + sizeOf(store), image.byteLength);
    if (bytes > maxBytes) {
      const message = `With ${name}, all branches would take ${mib(bytes)}; their maximum is ${mib(maxBytes)}. ${remedy}`;
      throw new PlatformError(409, "BRANCHES_TOO_LARGE", message, { bytes, maximum: maxBytes });
    }
  };
  const open = (name: string, image: Uint8Array, isSite = false): Branch => {
    checkRoom(name, image);
    const store = openStore(":memory:", { image, origin: `${main.origin}/@${name}` });
    if (isSite) store.write(operator, (tx) => tx.setSetting("siteId", name));
    const createdAt = store.wallTime().toISOString();
    const branch = { name, store, router: routerOf(store, control), createdAt, active: 0 };
    branches.set(name, branch);
    return branch;
  };
  /** Frees a removed branch when its last request is answered. */
  const closeIfUnused = (branch: Branch) => {
    if (branch.active > 0 || branches.get(branch.name) === branch) return;
    branch.router.close();
    branch.store.close();
  };

  const control: BranchControl = {
    list: () => [...branches.values()].map(infoOf),
    has: (name) => name === mainBranch || branches.has(name),
    async create(name, image) {
      if (name === mainBranch) throw new PlatformError(409, "BRANCH_EXISTS", "main is the sandbox itself");
      const known = branches.get(name);
      if (!known) return infoOf(open(name, image));
      checkRoom(name, image);
      await known.store.restore(image);
      return infoOf(known);
    },
    remove(name) {
      const branch = branches.get(name);
      if (!branch) return false;
      branches.delete(name);
      closeIfUnused(branch);
      return true;
    },
  };
  const mainRouter = routerOf(main, control);

  return {
    ...control,
    async handle({ headers, path }, work) {
      const [, prefix, rest = ""] = /^\/@([^/?]*)(.*)$/s.exec(path) ?? [];
      const site = sites > 0 && headers[siteHeader] !== ownSite ? headers[siteHeader] : undefined;
      const name = headers[branchHeader] ?? prefix ?? site ?? mainBranch;
      const below = prefix === undefined ? path : rest.startsWith("/") ? rest : `/${rest}`;
      if (name === mainBranch) return await work(mainRouter, below);
      if (!namePattern.test(name)) throw invalid(branchHeader, "FORMAT", nameRule, { type: "NAME" });
      const branch = branches.get(name) ?? open(name, main.db.image(), name === site);
      branch.active += 1;
      try {
        return await work(branch.router, below);
      } finally {
        branch.active -= 1;
        closeIfUnused(branch);
      }
    },
    close() {
      for (const name of [...branches.keys()]) control.remove(name);
      mainRouter.close();
    },
  };
}

const infoOf = ({ name, store, createdAt }: Branch): BranchInfo => ({
  name,
  url: store.origin,
  createdAt,
  bytes: sizeOf(store),
});

function sizeOf({ db }: Store): number {
  const sql = "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size";
  return db.prepare(sql).get<{ bytes: number }>()?.bytes ?? 0;
}

const mib = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MiB`;
