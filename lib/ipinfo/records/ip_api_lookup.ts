import * as z from "zod";
import { mapInOrder } from "../../core/async.ts";
import type { ClientKey } from "../../core/fair_queue.ts";
import { AppError } from "../../core/errors.ts";
import type { Language } from "../../i18n/language.ts";
import { parseAddressText, type Target } from "../../net/target.ts";
import { BATCH_CONCURRENCY, type BatchPool } from "../batch.ts";
import { parseCdnLoop } from "../sources/ip_api.ts";
import type { IpInfoService } from "../ipinfo_service.ts";
import { RequestLookup } from "../target_lookup.ts";
import {
  ipApiFailure,
  type IpApiOptions,
  type IpApiRecord,
  ipApiView,
  parseIpApiFields,
  requestsHostName,
} from "./ip_api.ts";

export const MAX_BATCH = 100;

/** An element of a batch that differs from the URL. Other elements are addresses. */
const batchEntry = z.object({
  query: z.string(),
  fields: z.union([z.string(), z.number().transform(String)]).optional(),
  lang: z.string().optional(),
});

interface IpApiServices {
  readonly ipinfo: Pick<IpInfoService, "describe">;
  readonly batches: BatchPool;
  readonly now: () => number;
}

interface IpApiRequest {
  readonly client: ClientKey;
  readonly req: Request;
  /** The `fields` and the `lang` of its query. */
  readonly form: {
    readonly fields: string | null;
    readonly lang: string | null;
  };
}

/** Looks up addresses for a request, in the format of ip-api.com. */
export class IpApiLookup {
  readonly #options: IpApiOptions;

  constructor(
    private readonly services: IpApiServices,
    private readonly request: IpApiRequest,
  ) {
    const { fields, lang } = request.form;
    this.#options = {
      fields: parseIpApiFields(fields),
      language: ipApiLanguageOf(lang),
      now: services.now(),
    };
  }

  /**
   * The record of a target, also of one that is invalid or unknown.
   *
   * @param query as it was sent, for the record of a failure
   */
  async record(
    target: Target,
    query: string,
    options = this.#options,
  ): Promise<IpApiRecord> {
    const { fields, language } = options;
    if (target.kind === "error") {
      return ipApiFailure("invalid query", query, fields);
    }
    const { client, req } = this.request;
    const lookup = new RequestLookup(client, req, "v1", language);
    lookup.withHostName = requestsHostName(fields);
    // The servers that the request has passed through.
    lookup.servers = parseCdnLoop(req.headers.get("cdn-loop"));
    try {
      const { profile } = await this.services.ipinfo
        .describe(target, "v1", lookup);
      return ipApiView(profile, options);
    } catch (error) {
      // A name without a usable address.
      if (!(error instanceof AppError) || error.status !== 404) throw error;
      const isReserved = error.params.reason === "name_resolves_to_reserved";
      const message = isReserved ? "reserved range" : "invalid query";
      return ipApiFailure(message, query, fields);
    }
  }

  /**
   * The records of a batch, in the order of the request.
   *
   * @throws {AppError} 400 `INVALID_INPUT`; 422 for too many addresses; 503
   */
  async batch(body: unknown): Promise<IpApiRecord[]> {
    if (!Array.isArray(body)) {
      throw new AppError(400, "INVALID_INPUT", { reason: "batch_malformed" });
    }
    if (body.length > MAX_BATCH) {
      const params = { reason: "batch_too_large", max: MAX_BATCH } as const;
      throw new AppError(422, "QUERY_FAILED", params);
    }
    const recordOfEntry = (entry: unknown) => {
      if (typeof entry === "string") {
        return this.record(parseAddressText(entry), entry);
      }
      const { query = "", fields, lang } = batchEntry.safeParse(entry).data ??
        {};
      return this.record(parseAddressText(query), query, {
        ...this.#options,
        ...fields !== undefined && { fields: parseIpApiFields(fields) },
        ...lang !== undefined && { language: ipApiLanguageOf(lang) },
      });
    };
    const { client, req: { signal } } = this.request;
    return await this.services.batches.run(
      { client, signal },
      () =>
        mapInOrder(body, recordOfEntry, {
          concurrency: BATCH_CONCURRENCY,
          signal,
        }),
    );
  }
}

/** ip-api.com names eight languages; all but Chinese are answered in English. */
function ipApiLanguageOf(text: string | null): Language {
  return /^zh(?:-CN)?$/i.test(text ?? "") ? "zh" : "en";
}
