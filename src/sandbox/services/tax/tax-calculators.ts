/** The app IDs of the sandbox's tax calculators: manual rates, and automatic rates from a table. */
export const taxCalculators = {
  manual: "7ac41c00-5a9d-4b0c-8a0d-000000000001",
  automatic: "7ac41c00-5a9d-4b0c-8a0d-000000000002",
} as const;

/** The calculators as the API lists them. */
export const listedCalculators = [
  { appId: taxCalculators.manual as string, displayName: "Manual rates", unsupportedCountries: [] },
  { appId: taxCalculators.automatic as string, displayName: "Automatic rates", unsupportedCountries: ["BR"] },
];

/** Returns whether an app is a tax calculator. */
export function isCalculator(appId: string | null | undefined): boolean {
  return listedCalculators.some((one) => one.appId === appId);
}
