import {
  chargeAt,
  type ChargeDesk,
  type Quotas,
} from "../../accounts/quotas/quotas.ts";
import type { TokenVerifier } from "../../accounts/tokens/token_verifier.ts";
import { LogRateLimiter } from "../../core/log.ts";
import { SharedFiles } from "../../data/shared_files.ts";
import { createSystemResolver } from "../../dns/resolver.ts";
import { DnsClient } from "../../dns/dns_client.ts";
import { createHostHeaderCheck, createHostRoles } from "../../http/hosts.ts";
import { InFlight, permitsInFlight } from "../../http/in_flight.ts";
import {
  createAccessLog,
  createErrorReporter,
  createRequestFields,
  createRequestIds,
} from "../../http/request_log.ts";
import { ForwardAuth } from "../../ipinfo/forward_auth/forward_auth.ts";
import { GuestPages } from "../../ipinfo/home/guest_pages.ts";
import { parseFieldSettings } from "../../ipinfo/field_switches.ts";
import { bucketLimits } from "../../limits/bucket.ts";
import { IpBanSet, parseManualBan } from "../../limits/ip_ban_set.ts";
import type { Limits } from "../../limits/limits.ts";
import { ThreadLimits } from "../../limits/thread_limits.ts";
import { createClientAddressReader } from "../../net/client_address.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import { RequestCounts, watchRequests } from "../metrics/request_counts.ts";
import type {
  ThreadChanges,
  ThreadFigures,
  ThreadState,
} from "../threads/thread_state.ts";
import { baseOf, type ServiceDeps } from "./deps.ts";
import { probeHosts } from "./egress.ts";
import { createIpInfo, openTableReloader } from "./ipinfo.ts";
import { hasRemoteSources } from "./sources.ts";
import type { Services } from "./services.ts";

/** The services of the main thread that another thread calls. */
export interface MainServices {
  readonly quotas: ChargeDesk & Pick<Quotas, "read">;
  readonly tokenVerifier: Pick<TokenVerifier, "isValid">;
  readonly strike: (...args: Parameters<Limits["strike"]>) => void;
}

/** The services of the requests that a thread serves itself: see `UrlRow.threads`. */
type ThreadServices = Pick<
  Services,
  | "config"
  | "log"
  | "now"
  | "hostRole"
  | "checkHostHeader"
  | "clientAddress"
  | "inFlight"
  | "forwardAuth"
  | "guestPages"
  | "profiles"
  | "ipinfo"
  | "credits"
  | "checks"
  | "reportError"
  | "responseHooks"
>;

/** Opens the services of a thread that is not the main one. It has no store. */
export async function openThreadServices(
  deps: ServiceDeps,
  state: ThreadState,
  main: MainServices,
) {
  const base = baseOf(deps);
  const { config, log, now, random } = base;
  const files = new SharedFiles();
  files.give(state.changes.files ?? new Map());
  const tables = await openTableReloader(base, files);
  const dnsClient = new DnsClient({ nameServers: config.DNS_SERVERS, now });
  const resolver = createSystemResolver({ client: dnsClient });
  const { services: lookup, useTables, hostNames } = await createIpInfo(
    { ...base, resolver },
    tables,
  );
  await lookup.loaded();
  const limits = new ThreadLimits({
    shared: state.limits,
    limits: bucketLimits(config),
    now,
    strike: main.strike,
  });
  const bans = new IpBanSet(now);
  const fieldSwitches = { current: parseFieldSettings(null) };
  const trustedProxies = PrefixSet.from(config.TRUSTED_PROXIES);
  const clientAddress = createClientAddressReader({
    trustedProxies,
    header: config.CLIENT_IP_HEADER,
    v6PrefixLength: config.RATE_LIMIT_V6_PREFIX,
  });
  const fieldsOf = createRequestFields({
    requestId: createRequestIds({ trustedProxies, random }),
    clientAddress,
    clientForm: config.LOG_CLIENT,
  });
  const responseHooks = state.requestCounts
    ? [watchRequests(new RequestCounts(state.requestCounts))]
    : [];
  if (config.ACCESS_LOG === "on") {
    responseHooks.push(createAccessLog({ log, fieldsOf }));
  }
  const services = {
    ...lookup,
    ...{ config, log, now, clientAddress, limits, fieldSwitches },
    manualBans: {
      isBanned: (ip: Parameters<IpBanSet["has"]>[0]) => bans.has(ip),
      banEndMs: (ip: Parameters<IpBanSet["has"]>[0]) => bans.endMs(ip),
    },
    quotas: {
      charge: (hash: string, count?: number) =>
        chargeAt(main.quotas, hash, count),
      read: (hash: string) => main.quotas.read(hash),
    },
    tokenVerifier: main.tokenVerifier,
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
    inFlight: new InFlight({
      clientOf: ({ headers }, { remoteAddr }) =>
        clientAddress((remoteAddr as Deno.NetAddr).hostname, headers),
      inUse: permitsInFlight(state.number, state.inFlight),
    }),
    forwardAuth: new ForwardAuth({ profiles: lookup.profiles, trustedProxies }),
    guestPages: new GuestPages({
      settings: () => fieldSwitches.current,
      credits: lookup.credits,
      checks: lookup.checks,
      now,
    }),
    egress: { ...probeHosts(config), padding: state.padding },
    // Pages only link it.
    whois: config.WHOIS === "off" ? null : {},
    reportError: createErrorReporter({
      log,
      lines: new LogRateLimiter({ now }),
      fieldsOf,
    }),
    responseHooks,
    async close() {
      hostNames[Symbol.dispose]();
      await tables.close();
      await lookup.rangeLists[Symbol.asyncDispose]();
      dnsClient.close();
    },
  };
  const change = async (
    { threads, files: given, bans: banned, fields }: ThreadChanges,
  ) => {
    if (threads !== undefined) hostNames.share(threads);
    if (banned) {
      bans.replace(banned.flatMap((ban) => parseManualBan(...ban) ?? []));
    }
    if (fields) fieldSwitches.current = parseFieldSettings(fields);
    if (!given) return;
    files.give(given);
    if (await tables.refresh()) {
      await tables.current.geo.loaded(6);
      useTables(tables.current);
    }
  };
  await change({ ...state.changes, files: undefined });
  return {
    services: services satisfies ThreadServices,
    change,
    /** Whether only the main thread can describe addresses. */
    isPassingFacts: hasRemoteSources(config),
    figures: (): ThreadFigures => ({
      dnsQueries: dnsClient.queryCount,
      sources: lookup.profiles.sourceCounts,
    }),
  };
}
