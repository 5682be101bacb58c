import type { Base } from "./deps.ts";
import type { IpInfoServices } from "./ipinfo.ts";
import { LogRateLimiter } from "../../core/log.ts";
import type { PermitsInUse } from "../../core/semaphore.ts";
import { createHostHeaderCheck, createHostRoles } from "../../http/hosts.ts";
import { type ClientOf, createDoors, type Door } from "../../http/doors.ts";
import { InFlight } from "../../http/in_flight.ts";
import { RequestLog } from "../../http/request_log.ts";
import { ForwardAuth } from "../../ipinfo/forward_auth/forward_auth.ts";
import { GuestPages } from "../../ipinfo/home/guest_pages.ts";
import type { FieldSettings } from "../../ipinfo/view/home_fields.ts";
import { createClientAddressReader } from "../../net/client_address.ts";
import { PrefixSet } from "../../net/prefix_set.ts";

/** What each thread that serves requests has for itself. */
export type RequestServices = ReturnType<typeof createRequestServices>;

interface RequestServiceDeps {
  lookup: Pick<IpInfoServices, "profiles" | "credits" | "checks">;
  fieldSettings: () => FieldSettings;
  /** Permits in use by all threads; by default by this one. */
  inUse?: PermitsInUse;
  doors?: readonly Door[];
}

export function createRequestServices(
  { config, log, now, random }: Base,
  { lookup, fieldSettings, inUse, doors = [] }: RequestServiceDeps,
) {
  const trustedProxies = PrefixSet.from(config.TRUSTED_PROXIES);
  const clientAddress = createClientAddressReader({
    trustedProxies,
    header: config.CLIENT_IP_HEADER,
    v6PrefixLength: config.RATE_LIMIT_V6_PREFIX,
  });
  const requestLog = new RequestLog({
    log,
    lines: new LogRateLimiter({ now }),
    trustedProxies,
    clientAddress,
    clientForm: config.LOG_CLIENT,
    random,
  });
  const clientOf: ClientOf = ({ headers }, { remoteAddr }) =>
    clientAddress((remoteAddr as Deno.NetAddr).hostname, headers);
  return {
    hostRole: createHostRoles({
      baseUrl: config.BASE_URL,
      apiUrl: config.API_URL,
      v4Url: config.V4_URL,
      v6Url: config.V6_URL,
    }),
    checkHostHeader: createHostHeaderCheck({
      baseUrl: config.BASE_URL,
      warn: log.warn,
    }),
    clientAddress,
    inFlight: new InFlight({
      clientOf,
      inUse,
      refusal: createDoors(doors, {
        clientOf,
        onRefusal: requestLog.logError,
      }),
    }),
    forwardAuth: new ForwardAuth({
      profiles: lookup.profiles,
      checks: lookup.checks,
      trustedProxies,
    }),
    guestPages: new GuestPages({
      settings: fieldSettings,
      credits: lookup.credits,
      checks: lookup.checks,
      now,
    }),
    responseHooks: config.ACCESS_LOG === "on" ? [requestLog.logResponse] : [],
    reportError: requestLog.reportError,
  };
}
