import type { Facts } from "../profile.ts";

/** What a URL that gives one fact alone can be asked for, as text; undefined where it is not known. */
export const ONE_FACT = {
  country: ({ country }) => country,
  "country-iso": ({ countryCode }) => countryCode,
  city: ({ city }) => city,
  asn: ({ asn }) => asn === undefined ? undefined : `AS${asn}`,
  "asn-org": ({ asnOrg }) => asnOrg,
  /** Latitude and longitude in degrees. */
  coordinates: ({ latitude, longitude }) =>
    latitude === undefined || longitude === undefined
      ? undefined
      : `${latitude},${longitude}`,
  timezone: ({ timezone }) => timezone,
  hostname: ({ hostname }) => hostname,
} satisfies Record<
  string,
  (facts: Readonly<Partial<Facts>>) => string | undefined
>;

export type OneFact = keyof typeof ONE_FACT;
