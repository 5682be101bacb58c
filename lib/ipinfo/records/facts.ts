import { FACT_NAMES, type FactName } from "../../http/url_table.ts";
import type { Facts } from "../profile.ts";
import type { ClientKey } from "../../core/caller.ts";
import type { Limits } from "../../limits/limits.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Profiles } from "../profiles.ts";
import { requestedAddressOf } from "../../http/query.ts";
import { textResponse } from "../../http/responses.ts";
import { AppError } from "../../core/errors.ts";
import { enforceRateLimit } from "../../http/rate_limit.ts";
import { methods } from "../../http/methods.ts";

/** The facts that have URLs of their own, as text; undefined if unknown. */
export const FACT_TEXTS = {
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
  FactName,
  (facts: Readonly<Partial<Facts>>) => string | undefined
>;

interface FactContext {
  readonly route: string | null;
  readonly req: Request;
  readonly url: URL;
  readonly state: {
    readonly services: { readonly limits: Limits; readonly profiles: Profiles };
    readonly client: ClientKey & { readonly ip: IpAddress };
  };
}

/**
 * A fact as text. An unknown one is 404, so that a script need not check the
 * body.
 *
 * @throws {AppError} 404 `NOT_FOUND`
 */
export function factResponse(
  name: FactName,
  facts: Readonly<Partial<Facts>>,
): Response {
  const fact = FACT_TEXTS[name](facts);
  if (fact === undefined) {
    throw new AppError(404, "NOT_FOUND", { reason: "fact_not_known" });
  }
  return textResponse(fact);
}

/** The handler of a URL that returns one fact about the client, or about the address in the query. */
function factHandler(name: FactName) {
  return methods({
    async GET(ctx: FactContext) {
      const { req, state: { services, client } } = ctx;
      enforceRateLimit(ctx, "text");
      const ip = requestedAddressOf(ctx) ?? client.ip;
      const { profile } = await services.profiles.describe(ip, {
        order: "v1",
        client,
        signal: req.signal,
      });
      return factResponse(name, profile.facts);
    },
  });
}

/** The handlers of all facts by path. */
export const factHandlers = new Map(
  FACT_NAMES.map((name) => [`/${name}`, factHandler(name)]),
);
