/** The parts of this service that other services may use. */
export { taxRegions } from "./tables.ts";
export { taxIsIncluded, taxPlaceOf } from "./taxes.ts";
