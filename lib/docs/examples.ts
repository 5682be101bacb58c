import { parseDnsQuery } from "../lookup/dns_query.ts";
import { echoRawQuery } from "../lookup/envelope.ts";
import { errorResponse } from "../http/responses.ts";
import { type AppError, asAppError } from "../core/errors.ts";
import { mapInTurns, nextTurn } from "../core/turns.ts";
import { targetOf } from "../http/query.ts";
import { resetOf } from "../accounts/quotas/quota_record.ts";
import { TIER_QUOTA } from "../accounts/account.ts";
import { echoRequest } from "../egress/echo_request.ts";
import { jsonpBody } from "../http/jsonp.ts";
import { quotaExhaustedResponse } from "../accounts/quotas/quota_headers.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../net/ip_address.ts";
import type { PortReport } from "../egress/port_checker.ts";
import { summarizeResolvers } from "../egress/probe/sightings.ts";
import type { Profiles } from "../ipinfo/profiles.ts";
import { geoipView } from "../ipinfo/records/geoip.ts";
import { FACT_TEXTS } from "../ipinfo/facts.ts";
import { v1View } from "../ipinfo/records/v1.ts";
import { v2View } from "../ipinfo/records/v2.ts";
import { registrationJson } from "../whois/registration.ts";
import { exampleLookups, exampleRegistration } from "./example_lookups.ts";
import { factOperationId } from "./operations/public_ip.ts";

const INPUT = "1.2.3";
const ASKED = { input: INPUT, dnsType: null, dnsMatch: null, cursor: null };

/** What a malformed address is told in each form, by the name of its schema. */
export async function exampleErrors(): Promise<Record<string, unknown>> {
  const url = new URL(`http://localhost/${INPUT}`);
  const malformed = thrownBy(() => targetOf({ req: { url: url.href }, url }));
  const noName = thrownBy(() => parseDnsQuery(ASKED));
  const [plain, api, lookup] = await Promise.all([
    errorResponse(malformed, "geoip").json(),
    errorResponse(malformed, "api").json(),
    errorResponse(noName, "lookup", echoRawQuery(ASKED)).json(),
  ]);
  return { Error: plain, ApiError: api, LookupError: lookup };
}

function thrownBy(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    return asAppError(error);
  }
  throw new Error("Cannot make an example of an error: nothing was thrown.");
}

/** What examples are taken from. */
export interface ExampleDeps {
  profiles: Pick<Profiles, "describeLocal">;
  /** Resolves when every table is in memory. */
  loaded: () => Promise<void>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** The responses of an operation by media type: JSON, several of them by name, text, JSONP. */
export interface Example {
  readonly value?: unknown;
  readonly named?: Readonly<Record<string, unknown>>;
  readonly text?: string;
  readonly script?: string;
}

export interface Examples {
  /** By operation id. */
  readonly responses: Readonly<Record<string, Example>>;
  /** An error in each form, by the name of its schema. */
  readonly errors: Readonly<Record<string, unknown>>;
}

/** Public resolvers that everybody knows: whose addresses they are is no secret. */
const CALLER = ipv4FromValue(0x08080808);
const CALLER_V6 = ipv6FromWords([0x20014860, 0x48600000, 0, 0x8888]);

/**
 * Answers as the service gives them, out of the tables in memory and about
 * names of documentation: nobody outside is asked, and nothing is charged.
 *
 * @param origin of the site, as its clients write it
 */
export async function examplesOf(
  { profiles, loaded, now }: ExampleDeps,
  origin: string,
): Promise<Examples> {
  // Without it some addresses lack a place; that is no reason for no document.
  await loaded().catch(() => {});
  const atMs = now();
  const geoip = (ip: IpAddress, group: string) =>
    geoipView(
      { profile: profiles.describeLocal(ip), savedAt: null },
      { group, requestedAt: atMs },
    );
  const byV1 = profiles.describeLocal(CALLER, "v1");
  const v1 = v1View(byV1);
  await nextTurn();
  const v2 = v2View(profiles.describeLocal(CALLER, "v2"), atMs);
  const { text: ip, family } = CALLER;
  const facts = Object.entries(FACT_TEXTS).map(([name, factOf]) => {
    const fact = factOf(byV1.facts);
    const example = fact === undefined ? {} : { text: fact + "\n" };
    return [factOperationId(name), () => example];
  });
  const examples: Record<string, () => Example | Promise<Example>> = {
    getAddress: () => ({ text: ip + "\n", value: { ip } }),
    ...Object.fromEntries(facts),
    getJsonIp: () => withScript({ ip }),
    getRequest: () => ({ value: exampleRequest(origin) }),
    checkPort: () => ({ value: examplePort }),
    getGeoip: () => withScript(geoip(CALLER, "ip")),
    getOwnGeoip: () => withScript(geoip(CALLER, "visitor")),
    getGeoipShort: () => withScript(geoip(CALLER, "ip")),
    getOwnV1: () => withScript(v1),
    getV1OfIp: () => ({ value: v1 }),
    getV1OfDomain: () => ({ value: v1 }),
    getOwnV1AsJson: () => withScript(v1),
    getOwnV2: () => ({ value: v2 }),
    getV2OfIp: () => ({ value: v2 }),
    getV2OfDomain: () => ({ value: v2 }),
    lookUpDns: async () => ({ named: await exampleLookups(now) }),
    lookUpRegistration: () => ({
      value: registrationJson(exampleRegistration(atMs)),
    }),
    enrich: () => ({
      value: { rows: [CALLER, CALLER_V6].map((ip) => geoip(ip, "ip")) },
    }),
    getResolvers: () => ({ value: exampleResolvers(atMs) }),
    getExit: () => ({ value: { ip, family } }),
  };
  const responses = await mapInTurns(
    Object.entries(examples),
    async ([id, make]) => [id, await make()] as const,
  );
  return {
    responses: Object.fromEntries(responses),
    errors: {
      ...await exampleErrors(),
      QuotaExhausted: await exampleQuota(atMs),
    },
  };
}

function withScript(value: unknown): Example {
  return { value, script: jsonpBody("show", value) };
}

const examplePort: PortReport = {
  ip: CALLER.text,
  port: 443,
  reachable: true,
  ms: 12,
};

function exampleRequest(origin: string) {
  const request = new Request(`${origin}/api/request`, {
    headers: {
      "accept": "*/*",
      "authorization": "Bearer hidden",
      "user-agent": "curl/8.14.1",
    },
  });
  const client = {
    ip: CALLER,
    key: CALLER.text,
    group: CALLER.text,
    via: "peer",
  } as const;
  return echoRequest(request, client, CALLER.text);
}

function exampleResolvers(atMs: number) {
  const resolvers = summarizeResolvers([{
    resolver: CALLER,
    family: CALLER.family,
    protocol: "udp",
    subnet: "192.0.2.0/24",
    type: "A",
    isV6Only: false,
    atMs,
  }]);
  return { nonce: "f3b1c2d4e5a69788", resolvers };
}

async function exampleQuota(atMs: number): Promise<unknown> {
  const limit = TIER_QUOTA.free;
  const resetAtMs = resetOf(atMs);
  const quota = { limit, used: limit, remaining: 0, resetAtMs };
  return await quotaExhaustedResponse({ tier: "free", ...quota }, atMs).json();
}
