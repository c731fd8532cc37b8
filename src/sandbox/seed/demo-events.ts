import type { Event } from "../../api/services/events/events.ts";

/** A demo event. Days are relative to the seed date; times are in its zone. */
export interface DemoEvent
  extends Pick<Event, "shortDescription" | "location" | "registration" | "onlineConferencing"> {
  title: string;
  zone: string;
  /** Days relative to the seed date. */
  days: readonly number[];
  from: string;
  to: string;
  category: string;
  /** Default: published. */
  status?: "draft" | "canceled";
}

const studio: Event["location"] = {
  type: "VENUE",
  name: "Flax & Fjord studio",
  address: {
    streetAddress: { number: "14", name: "Speicherstraße" },
    city: "Hamburg",
    postalCode: "20457",
    country: "DE",
    geocode: { latitude: 53.5436, longitude: 9.9886 },
  },
};
const zone = "Europe/Berlin";

export const demoCategories = ["Workshops", "Tastings"] as const;

/** One event of each kind. An event that begins at midnight today has always started. */
export const demoEvents: readonly DemoEvent[] = [
  {
    title: "Raku night",
    category: "Workshops",
    zone,
    days: [21],
    from: "18:00",
    to: "22:30",
    shortDescription: "Glaze two bowls, fire them outside, take them home.",
    location: studio,
    registration: { initialType: "TICKETING", tickets: { ticketLimitPerOrder: 4 } },
  },
  {
    title: "Studio open day",
    category: "Workshops",
    zone,
    days: [10],
    from: "11:00",
    to: "17:00",
    shortDescription: "Look around, throw a cup, stay for cake.",
    location: studio,
    registration: {
      initialType: "RSVP",
      rsvp: { responseType: "YES_AND_NO", limit: 12, waitlistEnabled: true },
    },
  },
  {
    title: "Kiln sale",
    category: "Workshops",
    zone,
    days: [0, 2],
    from: "00:00",
    to: "00:00",
    shortDescription: "Seconds and one-offs, all day long.",
    location: studio,
    registration: { initialType: "RSVP", registrationDisabled: true },
  },
  {
    title: "Winter tasting",
    category: "Tastings",
    zone,
    days: [-30],
    from: "19:00",
    to: "21:30",
    shortDescription: "Six coffees, two rounds.",
    location: studio,
    registration: { initialType: "TICKETING" },
  },
  {
    title: "Wheel marathon",
    category: "Workshops",
    zone,
    days: [40],
    from: "09:00",
    to: "21:00",
    location: studio,
    registration: { initialType: "TICKETING" },
    status: "canceled",
  },
  {
    title: "Guild dinner",
    category: "Tastings",
    zone,
    days: [60],
    from: "19:30",
    to: "23:00",
    location: { type: "VENUE", locationTbd: true, name: "To be announced" },
    registration: { initialType: "TICKETING" },
    status: "draft",
  },
  {
    title: "Evening throwing",
    category: "Workshops",
    zone,
    days: [3, 10, 17, 24],
    from: "18:30",
    to: "20:30",
    shortDescription: "Four evenings at the wheel, a week apart.",
    location: studio,
    registration: { initialType: "RSVP", rsvp: { responseType: "YES_ONLY", limit: 8 } },
  },
  {
    title: "Brewing at home",
    category: "Tastings",
    zone: "America/New_York",
    days: [14],
    from: "12:00",
    to: "13:00",
    shortDescription: "Filter coffee without a scale, live.",
    location: { type: "ONLINE" },
    onlineConferencing: { enabled: true, type: "WEBINAR" },
    registration: { initialType: "RSVP" },
  },
];
