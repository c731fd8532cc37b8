import type { StoreTx, Table } from "../kernel/tx.ts";

/** A message that the platform would send. The sandbox stores it instead. */
export interface Message {
  /** A serial number from 1. */
  id: string;
  /** Sandbox time, ISO 8601. */
  at: string;
  channel: "email" | "sms" | "call" | "push";
  /** An email address, a phone number, or the member's email address for a push notification. */
  to: string;
  subject: string;
  text: string;
  /** The code, the transaction id or the first ticket number in the text. */
  code?: string | undefined;
  link?: string;
  /** The address of the picture in the message. */
  image?: string;
  /** The token in the link. */
  token?: string;
}

const mails: Table<Message> = {
  name: "messages",
  columns: {
    serial: { type: "number", value: ({ id }) => Number(id) },
    // Addresses are as they were entered; lookups ignore case.
    to: { type: "text", value: ({ to }) => to.toLowerCase() },
  },
};

/** Adds a message to the mailbox. */
export function sendMessage(tx: StoreTx, message: Omit<Message, "id" | "at">): void {
  const id = String(tx.next("message"));
  tx.put(mails, id, { id, at: tx.now.toISOString(), ...message });
}

/** Returns the last messages, optionally to one address, newest first. */
export function readMessages(tx: StoreTx, limit: number, to?: string): Message[] {
  const filter = to === undefined ? {} : { to: to.toLowerCase() };
  return tx.query(mails, { filter, sort: [{ fieldName: "serial", order: "DESC" }], limit }).items;
}

/** Deletes all messages and returns their number. */
export function clearMessages(tx: StoreTx): number {
  const all = [...tx.each(mails)];
  for (const { id } of all) tx.remove(mails, id);
  return all.length;
}
