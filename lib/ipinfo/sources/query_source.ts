import * as z from "zod";
import {
  fetchJson,
  type JsonRequest,
  type JsonResponse,
} from "../../core/fetch_json.ts";
import { OutboundError } from "../../core/outbound.ts";
import {
  busyMs,
  DEFAULT_HOLD_OFF_MS,
  retryAfterMs,
} from "../../core/circuit.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { ClientKey } from "../../core/fair_queue.ts";
import type { Findings, RemoteSource, SourceKind } from "../profile.ts";
import { SourceBusyError } from "../remote_sources.ts";
import type { Evidence } from "../risk/evidence.ts";
import type {
  EvidenceDetail,
  EvidenceValue,
  Trait,
} from "../view/evidence_detail.ts";

export const TIMEOUT_MS = 1500;
/** How long to cache registrations, which rarely change. */
export const GEO_LIFETIME_MS = 7 * 86_400_000;
/** How long to cache responses with risk flags: who abuses an address changes from day to day. */
const RISK_LIFETIME_MS = 86_400_000;
export const EMPTY_LIFETIME_MS = 5 * 60_000;

export const anyBody = z.looseObject({});

interface ApiOptions {
  /** The server, or a path on it that those of requests follow. Default: the publisher's. */
  readonly url?: URL;
  readonly fetch: typeof globalThis.fetch;
}

/** A source that responds to a GET request with JSON. Half of what they know is about risk. */
export abstract class ApiSource<Options> implements RemoteSource {
  abstract readonly name: string;
  readonly kind: SourceKind = "commercial";
  readonly timeoutMs = TIMEOUT_MS;
  readonly lifetimeMs = RISK_LIFETIME_MS;
  readonly emptyLifetimeMs = EMPTY_LIFETIME_MS;

  constructor(protected readonly options: ApiOptions & Options) {}

  abstract lookup(
    ip: IpAddress,
    signal: AbortSignal,
    client?: ClientKey,
    servers?: readonly string[],
  ): Promise<Findings>;
}

interface SourceRequest extends JsonRequest {
  /** Reads from the headers of an error response how long to hold off. Default: `Retry-After`. */
  readonly holdOffMs?: (headers: Headers) => number | undefined;
}

/** A response whose body was parsed by a schema. */
interface SourceResponse<T> extends JsonResponse {
  readonly body: T;
}

/**
 * Queries a source's server, and parses the JSON response by a schema.
 *
 * @throws {SourceBusyError} if the server's limit is reached; {OutboundError} for
 * any other failure; the signal's reason
 */
export async function querySource<T>(
  schema: z.ZodType<T>,
  { holdOffMs = retryAfterMs, ...request }: SourceRequest,
): Promise<SourceResponse<T>> {
  const response = await fetchJson(request).catch((error) => {
    throw busyError(error, holdOffMs) ?? error;
  });
  const { success, data } = schema.safeParse(response.body);
  if (!success) {
    const message = "the response has an unexpected shape";
    throw new OutboundError("bad_body", message, { head: response });
  }
  return { status: response.status, headers: response.headers, body: data };
}

function busyError(
  error: unknown,
  holdOffMs: (headers: Headers) => number | undefined,
): SourceBusyError | undefined {
  if (!(error instanceof OutboundError)) return undefined;
  const ms = busyMs(error, holdOffMs);
  if (ms === undefined) return undefined;
  return new SourceBusyError(ms ?? DEFAULT_HOLD_OFF_MS);
}

/** The URL of a path below a base URL, which keeps its own path and query. */
export function urlBelow(
  base: URL,
  path: string,
  query: Readonly<Record<string, string>> = {},
): URL {
  const url = new URL(base);
  url.pathname = base.pathname.replace(/\/+$/, "") + path;
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, value);
  }
  return url;
}

export function evidenceOf(
  source: string,
  kind: Trait,
  weight: number,
  detail: EvidenceDetail,
  observedAt: number | null = null,
): Evidence {
  return { kind, source, weight, detail, observedAt };
}

/** The weights of a flag that is true or false; without `no`, a false flag is no evidence. */
interface FlagWeights {
  readonly yes: number;
  readonly no?: number;
}

/** For sources that assess every address, so that a false flag is evidence too. */
export const DELIBERATE: FlagWeights = { yes: 75, no: -40 };

/** Converts a source's flags to evidence. A missing flag is no evidence. */
export function flagEvidence(
  source: string,
  flags: Readonly<Partial<Record<Trait, boolean | undefined>>>,
  { yes, no }: FlagWeights,
  { speaker = "commercial", observedAt = null }: {
    readonly speaker?: EvidenceValue<"speaker">;
    readonly observedAt?: number | null;
  } = {},
): Evidence[] {
  const evidence: Evidence[] = [];
  for (const kind of Object.keys(flags) as Trait[]) {
    const weight = flags[kind] === undefined ? 0 : (flags[kind] ? yes : no);
    if (!weight) continue;
    const code = weight > 0 ? "trait-claimed" : "trait-denied";
    const detail = { code, params: { speaker, trait: kind } } as const;
    evidence.push(evidenceOf(source, kind, weight, detail, observedAt));
  }
  return evidence;
}

/** The trait that a type of holder suggests, by the names that several services use. */
const LINES: Readonly<
  Record<EvidenceValue<"holder">, { kind: Trait; weight: number }>
> = {
  isp: { kind: "residential", weight: 40 },
  business: { kind: "commercial", weight: 50 },
  banking: { kind: "commercial", weight: 50 },
  education: { kind: "commercial", weight: 50 },
  government: { kind: "commercial", weight: 50 },
  hosting: { kind: "hosting", weight: 70 },
};

/** Converts the type of a network's holder to evidence: isp, business, banking, education, government or hosting. */
export function holderEvidence(
  source: string,
  type: string | undefined,
): Evidence[] {
  const holder = type?.toLowerCase() ?? "";
  if (!isHolder(holder)) return [];
  const { kind, weight } = LINES[holder];
  const detail = { code: "network-holder", params: { holder } } as const;
  return [evidenceOf(source, kind, weight, detail)];
}

function isHolder(name: string): name is EvidenceValue<"holder"> {
  return Object.hasOwn(LINES, name);
}
