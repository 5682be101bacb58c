import * as z from "zod";
import type { ClientKey } from "../../core/caller.ts";
import { AppError } from "../../core/errors.ts";
import { mapInOrder, mapMaybeAsync } from "../../core/async.ts";
import { readJson } from "../../http/body.ts";
import { methods } from "../../http/methods.ts";
import {
  callbackOf,
  queryValueOf,
  requestedAddressOf,
} from "../../http/query.ts";
import { rateLimitError, wholeSeconds } from "../../http/rate_limit.ts";
import {
  csvResponse,
  jsonResponse,
  textResponse,
} from "../../http/responses.ts";
import type { Language } from "../../i18n/language.ts";
import type { Limits } from "../../limits/limits.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import {
  parseAddressText,
  parseTargetText,
  type Target,
} from "../../net/target.ts";
import { BATCH_CONCURRENCY } from "../batch.ts";
import { parseCdnLoop } from "../cdn_loop.ts";
import type { IpInfoService } from "../ipinfo_service.ts";
import { RequestLookup } from "../target_lookup.ts";
import type { Profiles } from "../profiles.ts";
import {
  ipApiCsv,
  ipApiFailure,
  ipApiLines,
  type IpApiOptions,
  type IpApiRecord,
  ipApiView,
  parseIpApiFields,
  requestsHostName,
} from "./ip_api.ts";

interface IpApiContext {
  readonly req: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string>>;
  readonly state: {
    readonly services: {
      readonly limits: Pick<Limits, "take" | "status">;
      readonly ipinfo: Pick<IpInfoService, "describe">;
      readonly profiles: Pick<Profiles, "describe">;
      /** Milliseconds since the epoch. */
      readonly now: () => number;
    };
    readonly client: ClientKey & { readonly ip: IpAddress };
  };
}

/** The most addresses in a batch. */
export const MAX_BATCH = 100;
/** Enough for 100 addresses with all field names each. */
const MAX_BATCH_BYTES = 65_536;

/** An element of a batch that differs from the URL. Other elements are addresses. */
const batchEntry = z.object({
  query: z.string(),
  fields: z.union([z.string(), z.number().transform(String)]).optional(),
  lang: z.string().optional(),
});

/**
 * The handler of a form of ip-api.com, about the target in the path, or without
 * one about the client or the address in the query's `ip`.
 */
export function ipApiHandler(form: "json" | "csv" | "line") {
  return methods({
    GET(ctx: IpApiContext) {
      const limit = countRequest(ctx);
      const callback = form === "json" ? callbackOf(ctx) : null;
      const { query = "" } = ctx.params;
      const target = query ? parseTargetText(query) : ownTarget(ctx);
      const described = recordOf(ctx, target, query, optionsOf(ctx));
      return mapMaybeAsync(described, (record) => {
        if (form === "csv") {
          return csvResponse(ipApiCsv(record), undefined, limit);
        }
        if (form === "line") return textResponse(ipApiLines(record), "", limit);
        return jsonResponse(record, { callback }, limit);
      });
    },
  });
}

/** The handler of a batch of addresses. Their records have the order of the request. */
export const ipApiBatchHandler = methods({
  async POST(ctx: IpApiContext) {
    const { req } = ctx;
    const limit = countRequest(ctx);
    const body = await readJson(req, {
      maxBytes: MAX_BATCH_BYTES,
      // It changes nothing, and curl names the type of a form by default.
      anyType: true,
    });
    if (!Array.isArray(body)) {
      throw new AppError(400, "INVALID_INPUT", { reason: "batch_malformed" });
    }
    if (body.length > MAX_BATCH) {
      const params = { reason: "batch_too_large", max: MAX_BATCH } as const;
      throw new AppError(422, "QUERY_FAILED", params);
    }
    const common = optionsOf(ctx);
    const recordOfEntry = (entry: unknown) => {
      if (typeof entry === "string") {
        return recordOf(ctx, parseAddressText(entry), entry, common);
      }
      const { query = "", fields, lang } = batchEntry.safeParse(entry).data ??
        {};
      return recordOf(ctx, parseAddressText(query), query, {
        ...common,
        ...fields !== undefined && { fields: parseIpApiFields(fields) },
        ...lang !== undefined && { language: languageOf(lang) },
      });
    };
    const records = await mapInOrder(body, recordOfEntry, {
      concurrency: BATCH_CONCURRENCY,
      signal: req.signal,
    });
    return jsonResponse(records, {}, limit);
  },
});

interface FormOptions extends IpApiOptions {
  /** The servers that the request has passed through, by its `CDN-Loop`. */
  readonly servers: readonly string[];
}

function optionsOf(ctx: IpApiContext): FormOptions {
  return {
    servers: parseCdnLoop(ctx.req.headers.get("cdn-loop")),
    fields: parseIpApiFields(queryValueOf(ctx, "fields")),
    language: languageOf(queryValueOf(ctx, "lang")),
    now: ctx.state.services.now(),
  };
}

function ownTarget(ctx: IpApiContext): Target {
  return {
    kind: "address",
    ip: requestedAddressOf(ctx) ?? ctx.state.client.ip,
  };
}

/**
 * Synchronous if no query is needed, as for most addresses.
 *
 * @param query as it was sent, for the record of a failure
 */
function recordOf(
  { req, state: { services, client } }: IpApiContext,
  target: Target,
  query: string,
  options: FormOptions,
): IpApiRecord | Promise<IpApiRecord> {
  const { fields, language, servers } = options;
  if (target.kind === "error") {
    return ipApiFailure("invalid query", query, fields);
  }
  const lookup = new RequestLookup(client, req, "v1", language);
  lookup.withHostName = requestsHostName(fields);
  lookup.servers = servers;
  if (target.kind === "address") {
    return mapMaybeAsync(
      services.profiles.describe(target.ip, lookup),
      ({ profile }) => ipApiView(profile, options),
    );
  }
  return services.ipinfo.describe(target, "v1", lookup).then(
    ({ profile }) => ipApiView(profile, options),
    (error) => {
      // A name without a usable address.
      if (!(error instanceof AppError) || error.status !== 404) throw error;
      const isReserved = error.params.reason === "name_resolves_to_reserved";
      const message = isReserved ? "reserved range" : "invalid query";
      return ipApiFailure(message, query, fields);
    },
  );
}

/** ip-api.com names eight languages; all but Chinese are answered in English. */
function languageOf(text: string | null): Language {
  return /^zh(?:-CN)?$/i.test(text ?? "") ? "zh" : "en";
}

/**
 * Counts a request, and returns the headers that tell clients of ip-api.com how
 * many more are allowed (X-Rl) in the seconds until the window ends (X-Ttl).
 *
 * @throws {AppError} 429 `RATE_LIMIT_EXCEEDED` with these headers
 */
function countRequest(
  { state: { services: { limits }, client } }: IpApiContext,
): Record<string, string> {
  const refusal = limits.take("geoip", client.key);
  if (refusal) {
    throw rateLimitError(refusal).with(limitHeaders(0, refusal.resetMs));
  }
  const status = limits.status("geoip", client.key);
  return status ? limitHeaders(status.remaining, status.resetMs) : {};
}

function limitHeaders(remaining: number, resetMs: number) {
  return { "x-rl": String(remaining), "x-ttl": String(wholeSeconds(resetMs)) };
}
