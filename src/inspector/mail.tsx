import { useState } from "react";
import type { Message } from "./control.ts";
import { useAct, useRead } from "./hooks.ts";
import { type Column, Rows } from "./rows.tsx";

const columns: readonly Column<Message>[] = [
  { title: "Time", show: ({ at }) => <time dateTime={at ?? ""}>{at?.slice(0, 19).replace("T", " ")}</time> },
  { title: "To", show: ({ to }) => to },
  { title: "Subject", isName: true, show: ({ subject, channel }) => subject || channel },
];

/** The messages that the shop has sent, newest first, and the selected one. */
export function Mail() {
  const messages = useRead(async (control) => (await control("mail", { limit: 500 })).messages ?? []) ?? [];
  const [selected, setSelected] = useState<string>();
  const act = useAct();
  const message = messages.find(({ id }) => id === selected);
  return (
    <>
      <h2>Mail</h2>
      <div className="bar">
        <button
          type="button"
          onClick={() =>
            act(async (control) => `Messages deleted: ${(await control("clearMail")).deleted ?? 0}.`)
          }
        >
          Delete all
        </button>
      </div>
      <div className="split">
        <div className="scroll">
          <Rows
            caption={messages.length === 1 ? "1 message" : `${messages.length} messages`}
            rows={messages}
            columns={columns}
            idOf={({ id }) => id ?? ""}
            selected={selected}
            onSelect={setSelected}
          />
          {messages.length === 0 && <p className="soft">No messages yet.</p>}
        </div>
        {message && (
          <section className="detail" aria-labelledby="message">
            <h3 id="message">{message.subject || message.channel}</h3>
            <dl>
              <dt>To</dt>
              <dd>{message.to}</dd>
              {message.code && (
                <>
                  <dt>Code</dt>
                  <dd>{message.code}</dd>
                </>
              )}
              {message.link && (
                <>
                  <dt>Link</dt>
                  <dd>{isWeb(message.link) ? <a href={message.link}>{message.link}</a> : message.link}</dd>
                </>
              )}
            </dl>
            <pre>{message.text}</pre>
          </section>
        )}
      </div>
    </>
  );
}

const isWeb = (address: string) => /^https?:/.test(address);
