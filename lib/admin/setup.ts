import type { Cidr } from "../net/cidr.ts";
import { parseIp } from "../net/ip_address.ts";
import {
  CLIENT_IP_HEADERS,
  type ClientAddress,
  type ClientIpHeader,
  peerAddress,
} from "../net/client_address.ts";
import { PrefixSet } from "../net/prefix_set.ts";
import type { InactiveServer } from "../egress/view/report.ts";
import type {
  SetupFix,
  SetupLine,
  SetupPart,
  SetupState,
} from "./view/admin_view.ts";

/** Whether a host has addresses of a family; null if the lookup failed. */
export interface HostEvidence {
  readonly host: string;
  readonly hasV4: boolean | null;
  readonly hasV6: boolean | null;
}

/** What the request of the administrator shows about the way to this server. */
export interface RequestEvidence {
  /** The socket's peer. */
  readonly peer: string;
  /** The client's address. */
  readonly ip: string;
  readonly via: "peer" | ClientIpHeader;
  /** The headers with client addresses that the request has. */
  readonly headers: readonly ClientIpHeader[];
  readonly isTrusted: boolean;
}

/** What the live checks found. */
export interface ProbeEvidence {
  /** Null if the URL is not set. */
  readonly v4: HostEvidence | null;
  readonly v6: HostEvidence | null;
  /** Null if no zone is set. */
  readonly zone:
    | { readonly wasSeen: boolean; readonly hasAnswer: boolean }
    | null;
  /** The STUN servers, and whether each one responded; null if it can't be asked. */
  readonly stun: readonly {
    readonly url: string;
    readonly isAnswered: boolean | null;
  }[];
}

/** All that the setup list is made from. */
export interface SetupEvidence extends ProbeEvidence {
  readonly request: RequestEvidence;
  readonly config: {
    readonly BASE_URL?: URL;
    readonly CLIENT_IP_HEADER: ClientIpHeader;
    readonly TRUSTED_PROXIES: readonly unknown[];
    readonly DNS_PROBE_ZONE?: string;
    readonly DNS_PROBE_ADDRESSES: readonly { readonly text: string }[];
    readonly DATA_UPDATE: string;
    readonly WHOIS: "on" | "off";
    readonly RDAP: "on" | "off";
    readonly ADMIN_PASSWORD?: string;
  };
  /** Configured servers that are not running. */
  readonly off: readonly InactiveServer[];
  readonly lists: {
    readonly loaded: number;
    readonly failed: number;
    /** Not downloaded, though nothing they need is missing. */
    readonly missing: number;
    /** Whether there is a folder for downloads. */
    readonly canUpdate: boolean;
  };
  readonly isIndexOff: boolean;
}

/** A line for each part, in the order in which an operator sets them up. */
export function setupLines(evidence: SetupEvidence): SetupLine[] {
  return [
    proxyLine(evidence),
    httpsLine(evidence),
    familiesLine(evidence),
    zoneLine(evidence),
    stunLine(evidence),
    listsLine(evidence),
    storageLine(evidence),
    switchLine("whois", "WHOIS", evidence),
    switchLine("registrations", "RDAP", evidence),
    administratorLine(evidence),
  ];
}

/** The lines of a part by their state, with what mends it. */
function linesOf(part: SetupPart) {
  const line = (state: SetupState) =>
  (
    reason: string,
    params: SetupLine["params"] = {},
    ...fixes: SetupFix[]
  ): SetupLine => ({ part, state, reason, params, fixes });
  return {
    good: line("good"),
    todo: line("todo"),
    off: line("off"),
    failing: line("failing"),
  };
}

const env = (...lines: string[]): SetupFix => ({ where: "env", lines });
const proxy = (...lines: string[]): SetupFix => ({ where: "proxy", lines });
const records = (...lines: string[]): SetupFix => ({ where: "dns", lines });

const UPDATE: SetupFix = {
  where: "shell",
  lines: ["deno task start data update"],
};
const DATA_FOLDER = env("DATA_DIR=/var/lib/porthole");

/** How nginx passes on the client's address and the host. */
const FORWARD: Readonly<Record<ClientIpHeader, string>> = {
  "x-forwarded-for":
    "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
  "forwarded": 'proxy_set_header Forwarded "for=$remote_addr";',
  "x-real-ip": "proxy_set_header X-Real-IP $remote_addr;",
  "cf-connecting-ip":
    "proxy_set_header CF-Connecting-IP $http_cf_connecting_ip;",
};

function proxyLine({ request, config }: SetupEvidence): SetupLine {
  const { peer, ip, via, headers, isTrusted } = request;
  const { good, todo, failing } = linesOf("proxy");
  const expected = config.CLIENT_IP_HEADER;
  const pass = proxy(FORWARD[expected], "proxy_set_header Host $host;");
  if (via !== "peer") return good("by_header", { ip, header: via, peer });
  const [sent] = headers;
  const trust = (header: string) =>
    env(`TRUSTED_PROXIES=${peer}`, `CLIENT_IP_HEADER=${header}`);
  if (sent !== undefined && !isTrusted) {
    // The expected one, if the proxy sends several.
    const header = headers.includes(expected) ? expected : sent;
    return failing("untrusted", { header, peer }, trust(header));
  }
  if (isTrusted) {
    if (sent === undefined || headers.includes(expected)) {
      return failing("no_header", { expected, peer }, pass);
    }
    const params = { header: sent, expected, peer };
    return failing(
      "other_header",
      params,
      env(`CLIENT_IP_HEADER=${sent}`),
      pass,
    );
  }
  const isProxied = config.BASE_URL?.protocol === "https:" &&
    config.TRUSTED_PROXIES.length === 0;
  return isProxied
    ? todo("none_trusted", {}, trust(expected), pass)
    : good("direct", { ip });
}

/** The main host; an example if it is unknown. */
function hostOf({ BASE_URL }: SetupEvidence["config"]): string {
  const { hostname } = BASE_URL ?? new URL("https://ip.example.net");
  return /^\[|^[\d.]+$|^localhost$/.test(hostname)
    ? "ip.example.net"
    : hostname;
}

function httpsLine({ config }: SetupEvidence): SetupLine {
  const { BASE_URL } = config;
  const { good, todo } = linesOf("https");
  const params: SetupLine["params"] = BASE_URL ? { url: BASE_URL.origin } : {};
  if (BASE_URL?.protocol === "https:") return good("secure", params);
  return todo(
    BASE_URL ? "plain" : "no_base",
    params,
    env(`BASE_URL=https://${hostOf(config)}`),
    proxy(`${hostOf(config)} {`, "  reverse_proxy localhost:8000", "}"),
  );
}

/** The operator's own addresses, or those for documentation (RFC 5737, RFC 3849). */
function addressesOf({ DNS_PROBE_ADDRESSES }: SetupEvidence["config"]) {
  const texts = DNS_PROBE_ADDRESSES.map(({ text }) => text);
  return {
    v4: texts.find((text) => !text.includes(":")) ?? "192.0.2.1",
    v6: texts.find((text) => text.includes(":")) ?? "2001:db8::1",
  };
}

function familiesLine({ v4, v6, config }: SetupEvidence): SetupLine {
  const { good, todo, failing } = linesOf("families");
  const host = hostOf(config);
  const scheme = config.BASE_URL?.protocol ?? "https:";
  const names = { v4: v4?.host ?? `v4.${host}`, v6: v6?.host ?? `v6.${host}` };
  const ips = addressesOf(config);
  // A host may be an address, which has no records.
  const lines = [
    ...parseIp(names.v4) ? [] : [`${names.v4}. A ${ips.v4}`],
    ...parseIp(names.v6) ? [] : [`${names.v6}. AAAA ${ips.v6}`],
  ];
  const dns = lines.length > 0 ? [records(...lines)] : [];
  if (!v4 || !v6) {
    const missing = [
      ...v4 ? [] : [`V4_URL=${scheme}//${names.v4}`],
      ...v6 ? [] : [`V6_URL=${scheme}//${names.v6}`],
    ];
    return todo("unset", {}, env(...missing), ...dns);
  }
  const all = [
    [v4.host, v4.hasV4, v4.hasV6, "A", "AAAA"],
    [v6.host, v6.hasV6, v6.hasV4, "AAAA", "A"],
  ] as const;
  for (const [host, own, other, type, otherType] of all) {
    if (own === null || other === null) {
      return failing("unanswered", { host }, ...dns);
    }
    if (!own) return failing("missing", { host, type }, ...dns);
    if (other) return failing("both", { host, type, otherType }, ...dns);
  }
  return good("separate", names);
}

function zoneLine({ zone, off, config }: SetupEvidence): SetupLine {
  const { good, todo, failing } = linesOf("zone");
  const name = config.DNS_PROBE_ZONE ?? `probe.${hostOf(config)}`;
  const params = { zone: name };
  const ips = addressesOf(config);
  const dns = records(
    `${name}. NS ns.${name}.`,
    `ns.${name}. A ${ips.v4}`,
    `ns.${name}. AAAA ${ips.v6}`,
  );
  const settings = env(
    `DNS_PROBE_ZONE=${name}`,
    `DNS_PROBE_ADDRESSES=${ips.v4},${ips.v6}`,
  );
  const inactive = off.find(({ part }) => part === "name_server");
  if (inactive) {
    const port = env("DNS_PROBE_PORT=5353");
    const fixes = inactive.reason === "no_udp" ? [] : [port];
    return failing(inactive.reason, params, ...fixes);
  }
  if (!zone) return todo("unset", params, settings, dns);
  if (!zone.wasSeen) {
    return failing(zone.hasAnswer ? "elsewhere" : "unseen", params, dns);
  }
  return zone.hasAnswer
    ? good("seen", params)
    : failing("unanswered", params, settings);
}

function stunLine({ stun, off }: SetupEvidence): SetupLine {
  const { good, todo, failing } = linesOf("stun");
  const inactive = off.find(({ part }) => part !== "name_server");
  const settings = env("STUN_PORT=3478", "STUN_SECOND_PORT=3479");
  if (inactive?.reason === "no_udp") return failing("no_udp");
  if (inactive) {
    const isSecond = inactive.part === "second_stun";
    const reason = isSecond ? "second_not_started" : "not_started";
    return failing(reason, {}, settings);
  }
  if (stun.length === 0) return todo("unset", {}, settings);
  const silent = stun.find(({ isAnswered }) => isAnswered === false);
  if (silent) return failing("unanswered", { url: silent.url }, settings);
  const isAsked = stun.some(({ isAnswered }) => isAnswered);
  return good(isAsked ? "answered" : "unchecked", { count: stun.length });
}

function listsLine({ lists, config }: SetupEvidence): SetupLine {
  const { good, todo, off, failing } = linesOf("lists");
  const { loaded, failed, missing, canUpdate } = lists;
  const params = { loaded, failed, missing };
  if (failed > 0) return failing("failed", params, UPDATE);
  if (!canUpdate) return todo("no_folder", params, DATA_FOLDER);
  if (missing > 0) return todo("missing", params, UPDATE);
  return config.DATA_UPDATE === "off"
    ? off("off", params, env("DATA_UPDATE=weekly"))
    : good("loaded", params);
}

function storageLine({ isIndexOff, lists }: SetupEvidence): SetupLine {
  const { good, failing } = linesOf("storage");
  return isIndexOff || !lists.canUpdate
    ? failing("no_folder", {}, DATA_FOLDER)
    : good("writable");
}

function switchLine(
  part: SetupPart,
  variable: "WHOIS" | "RDAP",
  { config }: SetupEvidence,
): SetupLine {
  const { good, off } = linesOf(part);
  return config[variable] === "on"
    ? good("on")
    : off("off", {}, env(`${variable}=on`));
}

function administratorLine({ config }: SetupEvidence): SetupLine {
  const { good, todo } = linesOf("administrator");
  return config.ADMIN_PASSWORD === undefined
    ? good("signed_in")
    : todo("password_in_env", {}, env("#ADMIN_EMAIL=", "#ADMIN_PASSWORD="));
}

/** What a request shows about the proxies before this server. */
export function requestEvidence(
  headers: Headers,
  peerHostname: string,
  { ip, via }: Pick<ClientAddress, "ip" | "via">,
  trustedProxies: readonly Cidr[],
): RequestEvidence {
  const peer = peerAddress(peerHostname);
  return {
    peer: peer.text,
    ip: ip.text,
    via,
    headers: CLIENT_IP_HEADERS.filter((name) => headers.has(name)),
    isTrusted: PrefixSet.from(trustedProxies).has(peer),
  };
}
