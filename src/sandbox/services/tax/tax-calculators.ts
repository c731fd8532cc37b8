/** The apps that find tax rates in this sandbox: by hand, or by themselves from the seeded rates. */
export const taxCalculators = {
  manual: "7ac41c00-5a9d-4b0c-8a0d-000000000001",
  automatic: "7ac41c00-5a9d-4b0c-8a0d-000000000002",
} as const;

/** The same apps as the platform lists them. */
export const listedCalculators = [
  { appId: taxCalculators.manual as string, displayName: "Manual rates", unsupportedCountries: [] },
  { appId: taxCalculators.automatic as string, displayName: "Automatic rates", unsupportedCountries: ["BR"] },
];

/** Whether an app finds tax rates. */
export function isCalculator(appId: string | null | undefined): boolean {
  return listedCalculators.some((one) => one.appId === appId);
}
