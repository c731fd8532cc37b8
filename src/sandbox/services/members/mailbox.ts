import type { StoreTx } from "../../kernel/store-tx.ts";
import type { Table } from "../../kernel/tx.ts";

/** One message that the platform would have sent. It stays here: nothing ever leaves the sandbox. */
export interface Message {
  /** From 1, in the order they were sent. */
  id: string;
  /** Sandbox time, ISO. */
  at: string;
  channel: "email" | "sms" | "call" | "push";
  /** An e-mail address, a phone number, or the member's address for a push. */
  to: string;
  subject: string;
  text: string;
  /** The code, the link or the transaction in the text, for programs. */
  code?: string;
  link?: string;
  /** The token in the link. */
  token?: string;
}

const mails: Table<Message> = {
  name: "messages",
  columns: { serial: { type: "number", value: ({ id }) => Number(id) } },
};

/** Puts a message into the mailbox. */
export function sendMessage(tx: StoreTx, message: Omit<Message, "id" | "at">): void {
  const id = String(tx.next("message"));
  tx.put(mails, id, { id, at: tx.now.toISOString(), ...message });
}

/** The newest messages (to one address, where one is given), newest first. */
export function readMessages(tx: StoreTx, limit: number, to?: string): Message[] {
  const filter = to === undefined ? {} : { to };
  return tx.query(mails, { filter, sort: [{ fieldName: "serial", order: "DESC" }], limit }).items;
}

/** Empties the mailbox and tells how many messages were in it. */
export function clearMessages(tx: StoreTx): number {
  const all = [...tx.each(mails)];
  for (const { id } of all) tx.remove(mails, id);
  return all.length;
}
