// Written by scripts/contract.ts from currencies.json.
import type { EndpointOf } from "../endpoint.ts";
import type { Time } from "../schema.ts";

/** The calls of the domain, by service. */
export interface Services {
  currencies: {
    list: EndpointOf<{ [field: string]: unknown; }, { currencies?: ({ code?: string | null; symbol?: string | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }>;
    convert: EndpointOf<{ amounts: ({ value?: string | null; decimalPlaces?: number | null; [field: string]: unknown; })[]; from: string; to: string; [field: string]: unknown; }, { amounts?: ({ value?: string | null; decimalPlaces?: number | null; [field: string]: unknown; })[] | null; rateTimestamp?: Time | null; [field: string]: unknown; }>;
    rate: EndpointOf<{ from: string; to: string; [field: string]: unknown; }, { rate?: { value?: string | null; decimalPlaces?: number | null; [field: string]: unknown; } | null; rateTimestamp?: Time | null; [field: string]: unknown; }>;
  };
}
