/** Returns whether the setting `journal` names a PostgreSQL database. */
export function isShared(journal: string): boolean {
  return /^postgres(ql)?:\/\//.test(journal);
}

/** Splits the address of a database into one without its password, and the password. */
export function splitPassword(address: string): { address: string; password?: string } {
  const match = /^(postgres(?:ql)?:\/\/[^:@/?#]*):([^@/]*)@/.exec(address);
  if (match === null) return { address };
  const [all, start = "", password = ""] = match;
  return { address: `${start}@${address.slice(all.length)}`, password };
}
