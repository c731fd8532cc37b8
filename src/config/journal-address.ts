import { UsageError } from "../kernel/errors.ts";
import { checkedMode } from "../kernel/postgres-tls.ts";

/** Returns whether the setting `journal` names a PostgreSQL database. */
export function isShared(journal: string): boolean {
  return /^postgres(ql)?:\/\//.test(journal);
}

/** An address whose password, if it has one, cannot be mistaken for another part of it, nor another part for the password. */
const readable =
  /^postgres(?:ql)?:\/\/(?:[^:@/?#\s]*(?::[^@/?#\s]*)?@)?(?:\[[^\]\s]*\]|[^:@/?#\s]*)(?::\d+)?(?:\/[^/@?#\s]*)?(?:\?\w+=[^#\s]*)?$/;

/**
 * Checks the address of a database: its password is kept apart, so that it must be clear where it is. Throws UsageError that names
 * `source` and does not show the address.
 */
export function checkAddress(address: string, source: string): string {
  if (/[?&](?:pg)?password=/i.test(address))
    throw new UsageError(`${source}: the password stands among the parameters of the address.`, {
      field: source,
      hint: "Write it after the user: postgres://USER:PASSWORD@HOST/DATABASE.",
    });
  checkedMode(/[?&]sslmode=([^&]*)/i.exec(address)?.[1], "sslmode of the address");
  if (readable.test(address)) return address;
  throw new UsageError(`${source}: the address of the database cannot be read.`, {
    field: source,
    hint: "Write it as postgres://USER:PASSWORD@HOST:5432/DATABASE, and special characters of the user and the password as %XX: @ as %40, / as %2F, # as %23, ? as %3F.",
  });
}

/** Splits the address of a database into one without its password, and the password. */
export function splitPassword(address: string): { address: string; password?: string } {
  const match = /^(postgres(?:ql)?:\/\/[^:@/?#]*):([^@/]*)@/.exec(address);
  if (match === null) return { address };
  const [all, start = "", password = ""] = match;
  return { address: `${start}@${address.slice(all.length)}`, password };
}
