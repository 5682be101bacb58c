import { GatheredCharges } from "../../accounts/quotas/gathered_charges.ts";
import {
  chargeAt,
  type ChargeDesk,
  type Quotas,
} from "../../accounts/quotas/quotas.ts";
import type { TokenVerifier } from "../../accounts/tokens/token_verifier.ts";
import { SharedFiles } from "../../data/shared_files.ts";
import { createSystemResolver } from "../../dns/resolver.ts";
import { DnsClient } from "../../dns/dns_client.ts";
import { permitsInFlight } from "../../http/in_flight.ts";
import { parseFieldSettings } from "../../ipinfo/field_switches.ts";
import { bucketLimits } from "../../limits/bucket.ts";
import { IpBanSet, parseManualBan } from "../../limits/ip_ban_set.ts";
import type { Limits } from "../../limits/limits.ts";
import { ThreadLimits } from "../../limits/thread_limits.ts";
import { RequestCounts, watchRequests } from "../metrics/request_counts.ts";
import type {
  ThreadChanges,
  ThreadFigures,
  ThreadState,
} from "../threads/thread_state.ts";
import { baseOf, type ServiceDeps } from "./deps.ts";
import { otherFamilyHosts } from "./egress.ts";
import { createIpInfo, openTableReloader } from "./ipinfo.ts";
import { createRequestServices, type RequestServices } from "./requests.ts";
import type { Services } from "./services.ts";

/** The services of the main thread that another thread calls. */
export interface MainServices {
  readonly quotas: ChargeDesk & Pick<Quotas, "read">;
  readonly tokenVerifier: Pick<TokenVerifier, "isValid">;
  readonly strike: (...args: Parameters<Limits["strike"]>) => void;
}

/** The services of the requests that a thread serves itself: see `UrlRow.threads`. */
type ThreadServices =
  & RequestServices
  & Pick<
    Services,
    | "config"
    | "log"
    | "now"
    | "profiles"
    | "ipinfo"
    | "credits"
    | "checks"
  >;

/** Opens the services of a thread that is not the main one. It has no store. */
export async function openThreadServices(
  deps: ServiceDeps,
  state: ThreadState,
  main: MainServices,
) {
  const base = baseOf(deps);
  const { config, log, now } = base;
  const files = new SharedFiles();
  files.give(state.changes.files ?? new Map());
  const tables = await openTableReloader(base, files);
  const dnsClient = new DnsClient({ nameServers: config.DNS_SERVERS, now });
  const resolver = createSystemResolver(dnsClient);
  const { services: lookup, useTables, hostNames, hasRemoteSources } =
    await createIpInfo({ ...base, resolver }, tables);
  await lookup.loaded();
  const charges = new GatheredCharges(main.quotas);
  const limits = new ThreadLimits({
    shared: state.limits,
    number: state.number,
    limits: bucketLimits(config),
    isShared: config.RATE_LIMIT_SHARED === "on",
    now,
    strike: main.strike,
  });
  const bannedBlocks = new IpBanSet(now);
  const fieldSwitches = { current: parseFieldSettings(null) };
  const requests = createRequestServices(base, {
    lookup,
    fieldSettings: () => fieldSwitches.current,
    inUse: permitsInFlight(state.number, state.inFlight),
  });
  const services = {
    ...lookup,
    ...requests,
    ...{ config, log, now, limits, fieldSwitches, bannedBlocks },
    quotas: {
      charge: (hash: string, count?: number) => chargeAt(charges, hash, count),
      read: (hash: string) => main.quotas.read(hash),
    },
    tokenVerifier: main.tokenVerifier,
    egress: {
      otherFamily: otherFamilyHosts(config),
      padding: state.padding,
    },
    // Pages only link it.
    whois: config.WHOIS === "off" ? null : {},
    responseHooks: state.requestCounts
      ? [
        watchRequests(new RequestCounts(state.requestCounts)),
        ...requests.responseHooks,
      ]
      : requests.responseHooks,
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
      bannedBlocks.replace(
        banned.flatMap((ban) => parseManualBan(...ban) ?? []),
      );
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
    isPassingFacts: hasRemoteSources,
    figures: (): ThreadFigures => ({
      queryCount: dnsClient.queryCount,
      sourceCounts: lookup.profiles.sourceCounts,
    }),
  };
}
