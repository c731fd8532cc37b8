/** The parts of this service that other services may use. */
export { taxIsIncluded, taxPlaceOf, taxRegions } from "./taxes.ts";
