import { resolve } from "node:path";
import { tickets } from "../../api/services/tickets.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { qrColors, qrLines, qrSquares } from "../../output/qr.ts";
import { ticketCode, ticketNumberIn } from "../../resources/tickets/code.ts";
import { ticketOrderWords } from "../../resources/tickets/words.ts";

/** Pixels per square of the QR code. */
const scale = 8;

/** Shows a ticket and, on a terminal, its QR code; `--png` saves the code as an image. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { png }: { png?: string },
): Promise<ExitCode | undefined> {
  const call = await context.call("admin");
  const input = { ticketNumber: ticketNumberIn(reference), fieldset: ["GUEST_DETAILS", "TICKET_DETAILS"] };
  const body = await call(tickets.get, input, { signal: context.signal });
  const record = body.ticket;
  const { streams, format } = context;
  const squares = qrSquares(ticketCode(record));
  const { stdout } = streams;
  if (stdout.isTTY && format === "table" && !stdout.ascii && squares.length <= stdout.columns) {
    const { on, off } = stdout.color ? qrColors : { on: "", off: "" };
    await stdout.write(
      `${qrLines(squares)
        .map((line) => on + line + off)
        .join("\n")}\n`,
    );
  }
  await context.printRecord(record, {
    kind: "ticket",
    byLabel: true,
    fields: {
      ticketNumber: { label: "Ticket" },
      name: { label: "Type" },
      guest: { value: ({ guestFullName, orderFullName }) => guestFullName || orderFullName || "" },
      price: { value: ({ price }) => [price?.value, price?.currency].filter(Boolean).join(" ") },
      orderNumber: { label: "Order" },
      orderStatus: { label: "Status", words: ticketOrderWords },
      checkedIn: { path: "checkIn.created", as: "time" },
      code: { value: ticketCode },
    },
  });
  if (png === undefined) return undefined;
  const { writeExport } = await import("../../kernel/export-file.ts");
  const options = { mode: 0o600, signal: context.signal };
  await writeExport(resolve(context.cwd, png), [await pngOf(squares)], options);
  await context.notice(`Saved the QR code to ${png}.`);
  return undefined;
}

/** Returns a grayscale PNG file of dark (true) and light squares. */
async function pngOf(squares: readonly (readonly boolean[])[]): Promise<Uint8Array> {
  const { encode } = await import("fast-png");
  const width = (squares[0]?.length ?? 0) * scale;
  const rows = squares.flatMap((row) => {
    const pixels = row.flatMap((dark) => Array<number>(scale).fill(dark ? 0 : 255));
    return Array<number[]>(scale).fill(pixels);
  });
  return encode({ width, height: rows.length, data: Uint8Array.from(rows.flat()), channels: 1 });
}
