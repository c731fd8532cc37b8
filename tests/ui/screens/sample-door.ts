import type { Door, DoorFacts, Scan } from "../../../src/ui/screens/door.state.ts";

/** A door in memory: tickets A-1 (Noa Berg) and A-2 (Noël Lind), and C-1, which is canceled. */
export function sampleDoor(clock: { now: number }): Door & {
  /** Whether the platform can be reached; scans wait until it can. */
  online: boolean;
  refuse: Map<number, string>;
  asked: string[];
} {
  const guests = { "A-1": "Noa Berg", "A-2": "Noël Lind", "C-1": "Ana Cole" };
  let scans: Scan[] = [];
  const inside = new Map<string, number>();
  const entries = Object.entries(guests);
  const door = {
    online: true,
    refuse: new Map<number, string>(),
    asked: [] as string[],
    facts: (): DoorFacts => ({
      inside: inside.size,
      all: 2,
      here: inside.size,
      waiting: scans.filter(({ sent }) => sent === "no").length,
      scans: [...scans].reverse(),
      conflicts: scans.filter(({ verdict }) => verdict === "refused"),
      readAt: 0,
    }),
    isCode: (text: string) => text.toUpperCase() in guests,
    scan(text: string): Scan | undefined {
      const number = text.toUpperCase();
      const guest = guests[number as keyof typeof guests];
      if (guest === undefined) return undefined;
      const one = { at: clock.now, number, guest, type: "Day ticket" };
      if (number === "C-1") return { ...one, verdict: "canceled", detail: "" };
      const before = inside.get(number);
      if (before !== undefined)
        return { ...one, verdict: "already", detail: new Date(before).toISOString().slice(11, 16) };
      inside.set(number, clock.now);
      const scan: Scan = { ...one, id: scans.length + 1, verdict: "in", detail: "", sent: "no" };
      scans = [...scans, scan];
      return scan;
    },
    async lookUp(text: string): Promise<Scan> {
      door.asked.push(text);
      if (!door.online) throw new Error("no network");
      return { at: clock.now, verdict: "missing", number: text, guest: "", type: "", detail: "" };
    },
    find: (text: string) =>
      entries
        .filter(([, guest]) => guest.toLowerCase().includes(text.toLowerCase()))
        .map(([number, guest]) => ({
          number,
          guest,
          type: "Day ticket",
          order: "A",
          isIn: inside.has(number),
        })),
    undo(): Scan | undefined {
      const last = scans.findLast(({ verdict, number }) => verdict === "in" && inside.has(number));
      if (last === undefined) return undefined;
      inside.delete(last.number);
      const scan: Scan = { ...last, id: scans.length + 1, verdict: "undone", at: clock.now, sent: "no" };
      scans = [...scans, scan];
      return scan;
    },
    async sync(): Promise<void> {
      if (!door.online) throw new Error("no network");
      scans = scans.map((scan) => {
        const detail = door.refuse.get(scan.id ?? 0);
        return { ...scan, sent: "yes", ...(detail !== undefined && { verdict: "refused", detail }) };
      });
    },
    async read(): Promise<void> {},
    async refresh(): Promise<void> {
      if (!door.online) throw new Error("no network");
    },
  };
  return door;
}
