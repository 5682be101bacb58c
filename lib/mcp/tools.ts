import { accepted } from "../http/query.ts";
import type { TokenQuota } from "../http/quota_response.ts";
import { findApiTokenHash } from "../accounts/tokens/token.ts";
import type { Caller, ClientKey } from "../core/fair_queue.ts";
import { AppError, invalidTarget } from "../core/errors.ts";
import {
  lookUpMetered,
  type MeteredServices,
} from "../ipinfo/metered_lookup.ts";
import type { NetworkFacts, NetworkLookup } from "../ipinfo/network_lookup.ts";
import type { IpInfoService } from "../ipinfo/ipinfo_service.ts";
import type { Profile } from "../ipinfo/profile.ts";
import { v1View } from "../ipinfo/records/v1.ts";
import type { ValidTarget } from "../ipinfo/target_lookup.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { parseAddressText, parseDomainTarget } from "../net/target.ts";
import { registrationJson } from "../whois/registration.ts";
import type { WhoisService } from "../whois/whois_service.ts";
import {
  parseRegistryTarget,
  parseWhoisTarget,
} from "../whois/whois_target.ts";

/** The services that tools call. */
export interface ToolServices extends MeteredServices {
  readonly ipinfo: MeteredServices["ipinfo"] & Pick<IpInfoService, "describe">;
  readonly networks: Pick<NetworkLookup, "system" | "network">;
  /** Null if it is off. */
  readonly whois: Pick<WhoisService, "describe"> | null;
}

/** A request that calls a tool. */
export interface ToolRequest {
  readonly req: Request;
  readonly url: URL;
  readonly client: ClientKey & { readonly ip: IpAddress };
  /** Counts the call against the rate limit of DNS lookups and whois. @throws {AppError} 429 */
  readonly countLookup: () => void;
}

/** The result of a tool, and the quota of the token that paid for it. */
interface ToolResult {
  readonly record: object;
  readonly quota?: TokenQuota;
}

interface Tool {
  readonly title: string;
  readonly description: string;
  /** Its only argument, by name; undefined if it has none. */
  readonly argument?: readonly [name: string, description: string];
  readonly needsWhois?: true;
  call(
    argument: string,
    request: ToolRequest,
    services: ToolServices,
  ): Promise<ToolResult>;
}

const RECORD =
  "Returns country, region, city, coordinates, time zone, autonomous system, ISP and risk flags as JSON, and null for what is unknown. A risk flag is false if no source in use says otherwise, so false does not rule a risk out. The location is that of the network, not of a person; if meta.reason is anycast, the address is in many places, and the country is only that of its operator. Confidences are in per cent, or null; if confidence has an alternative_country_code, or with a token geo has one, the country is uncertain and the place a guess; if there is one of the autonomous system, the address is only registered to it.";

const TOOLS: Readonly<Record<string, Tool>> = {
  lookup_own_address: {
    title: "Own address",
    description:
      `Looks up the IP address that this client's requests come from, as the server sees it: a private one if both are in the same network. ${RECORD}`,
    call: (_, request, services) =>
      described(
        () => ({ kind: "address", ip: request.client.ip }),
        request,
        services,
      ),
  },
  lookup_address: {
    title: "IP address",
    description: `Looks up an IPv4 or IPv6 address. ${RECORD}`,
    argument: ["address", "An IPv4 or IPv6 address, such as 192.0.2.7."],
    call: (text, request, services) =>
      described(() => accepted(parseAddressText(text)), request, services),
  },
  lookup_name: {
    title: "Domain name",
    description:
      `Resolves a domain name, and looks up its first address. ${RECORD}`,
    argument: ["name", "A domain name, such as example.com."],
    call: (text, request, services) =>
      described(() => accepted(parseDomainTarget(text)), request, services),
  },
  lookup_network: {
    title: "Network",
    description:
      "Looks up an autonomous system: its holder, the type of its network, the country of its registration, and for each IP version how many address blocks it announces, adjacent ones merged, with the first 16. Under registered instead of announced are blocks that are only registered to its holder, because this server has no routes of that version. Of an address block, it looks up only the first address.",
    argument: [
      "network",
      "An AS number such as AS15169, or a block such as 192.0.2.0/24.",
    ],
    async call(text, { client, req: { signal }, countLookup }, services) {
      countLookup();
      return {
        record: await networkRecord(text, { client, signal }, services),
      };
    },
  },
  whois: {
    title: "Registration",
    description:
      "Asks the registry who registered a domain name, an IP address, an address block or an AS number (RDAP or whois): holder, contacts, dates, status and name servers.",
    argument: [
      "target",
      "A domain name, an IP address, a block such as 192.0.2.0/24, or an AS number such as AS15169.",
    ],
    needsWhois: true,
    async call(text, { client, req: { signal }, countLookup }, { whois }) {
      countLookup();
      const target = parseRegistryTarget(text);
      const found = await whois!.describe(target, { client, signal });
      const { data: { raw: _, ...data }, ...record } = registrationJson(found);
      return { record: { ...record, data } };
    },
  },
};

/** The tool with this name; undefined if there is none, or it is off. */
export function findTool(
  name: unknown,
  { whois }: Pick<ToolServices, "whois">,
): Tool | undefined {
  const tool = typeof name === "string" && Object.hasOwn(TOOLS, name)
    ? TOOLS[name]
    : undefined;
  return tool?.needsWhois && whois === null ? undefined : tool;
}

/** The definitions of all tools that are on, for `tools/list`. */
export function toolList(services: Pick<ToolServices, "whois">): object[] {
  return Object.entries(TOOLS)
    .filter(([name]) => findTool(name, services))
    .map(([name, { title, description, argument }]) => ({
      name,
      title,
      description,
      inputSchema: {
        type: "object",
        properties: argument
          ? { [argument[0]]: { type: "string", description: argument[1] } }
          : {},
        ...argument && { required: [argument[0]] },
        additionalProperties: false,
      },
      annotations: {
        readOnlyHint: true,
        openWorldHint: name === "whois" || name === "lookup_name",
      },
    }));
}

/** With a token the V2 record, for one request of its quota; otherwise the V1 record and how sure it is. */
async function described(
  targetOf: () => ValidTarget,
  { req, url, client }: ToolRequest,
  services: ToolServices,
): Promise<ToolResult> {
  if (!hasToken(req.headers)) {
    const { signal } = req;
    const { profile } = await services.ipinfo
      .describe(targetOf(), "v1", { client, signal });
    return { record: sureRecord(profile) };
  }
  const request = { req, url, state: { client } };
  const result = await lookUpMetered(request, services, targetOf);
  const { quota } = result;
  if ("error" in result) throw result.error;
  if ("json" in result) return { record: JSON.parse(result.json), quota };
  const { limit, resetAtMs } = quota;
  throw new AppError(429, "RATE_LIMIT_EXCEEDED", {
    reason: "quota_used_up",
    limit,
    resetAtMs,
  });
}

/** The V1 record, and its confidence. Without that, a model would state a guess as a fact. */
function sureRecord(profile: Profile) {
  const { country, alternative = null } = profile.confidence;
  const { asnConfidence: asn = null } = profile.facts;
  const confidence = { country, alternative_country_code: alternative, asn };
  return { ...v1View(profile), confidence };
}

/** Whether the headers have a token, which may be malformed. */
function hasToken(headers: Headers): boolean {
  return /^bearer\b/i.test(headers.get("authorization") ?? "") ||
    headers.has("x-api-key") || findApiTokenHash(headers) !== null;
}

/** @throws {AppError} 400; 404 if the system announces nothing */
async function networkRecord(
  text: string,
  caller: Caller,
  { networks }: ToolServices,
): Promise<object> {
  const target = parseWhoisTarget(text.trim());
  if (target.kind === "asn") {
    const facts = await networks.system(target.asn, caller);
    const { asnOrg, asnName, asnDomain, asnType } = facts.sample.facts;
    return {
      ok: true,
      network: target.text,
      organization: asnOrg ?? null,
      name: asnName ?? null,
      domain: asnDomain ?? null,
      type: asnType ?? null,
      country_code: facts.countryCode ?? null,
      announced: blocksRecord(facts, false),
      registered: blocksRecord(facts, true),
    };
  }
  if (target.kind === "block") {
    const { sample } = await networks.network(target.cidr);
    const { ip, geo, network, risk, meta, confidence } = sureRecord(sample);
    return {
      ok: true,
      network: target.text,
      first_address: { ip, geo, network, risk, meta, confidence },
    };
  }
  throw invalidTarget({ reason: "cidr_malformed" });
}

/** Announced or only registered blocks of each family: how many there are, and the first ones. */
function blocksRecord(
  { announced }: NetworkFacts,
  registered: boolean,
): object {
  return Object.fromEntries(
    announced.filter(({ isRegistered }) => isRegistered === registered)
      .map(({ family, count, first }) => [`ipv${family}`, { count, first }]),
  );
}
