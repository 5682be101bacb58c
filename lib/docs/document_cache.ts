import { LRUCache } from "lru-cache";
import manifest from "../../deno.json" with { type: "json" };
import { bucketLimits, type BucketSettings } from "../limits/bucket.ts";
import { openapiSchemas } from "./openapi_schemas.ts";
import { openapiDocument } from "./document.ts";
import { type ExampleDeps, examplesOf } from "./examples.ts";
import type { Feature } from "./operation.ts";
import type { OpenapiDocument } from "./openapi_document.ts";

/** The services that the document depends on. */
export interface DocumentDeps extends ExampleDeps {
  readonly config: BucketSettings & {
    readonly BASE_URL?: URL;
    readonly API_URL?: URL;
    readonly V4_URL?: URL;
    readonly V6_URL?: URL;
  };
  /** Null if registries are not queried. */
  readonly whois: object | null;
  readonly egress: { sightings(nonce: string): unknown };
}

/** Without a configured origin, clients choose it by the Host header. */
const MAX_ORIGINS = 16;

const kept = new WeakMap<
  DocumentDeps,
  LRUCache<string, Promise<OpenapiDocument>>
>();

/**
 * The OpenAPI document of the requested site. It is generated with its examples
 * on the first request and cached. Other requests are served in between.
 *
 * @param url the URL of the request, whose origin counts if `BASE_URL` is not set
 */
export function documentFor(
  deps: DocumentDeps,
  url: Pick<URL, "origin">,
): Promise<OpenapiDocument> {
  const origin = deps.config.BASE_URL?.origin ?? url.origin;
  let byOrigin = kept.get(deps);
  if (byOrigin === undefined) {
    byOrigin = new LRUCache({ max: MAX_ORIGINS });
    kept.set(deps, byOrigin);
  }
  let document = byOrigin.get(origin);
  if (document === undefined) {
    document = made(deps, origin);
    byOrigin.set(origin, document);
    // The next request tries again.
    document.catch(() => byOrigin.delete(origin));
  }
  return document;
}

async function made(
  deps: DocumentDeps,
  origin: string,
): Promise<OpenapiDocument> {
  const { config } = deps;
  return openapiDocument({
    version: manifest.version,
    origin,
    apiOrigin: config.API_URL?.origin,
    v4Origin: config.V4_URL?.origin,
    v6Origin: config.V6_URL?.origin,
    limits: bucketLimits(config),
    missing: missingOf(deps),
    examples: await examplesOf(deps, origin),
    openapiSchemas: await openapiSchemas(),
  });
}

function missingOf({ whois, egress }: DocumentDeps): Set<Feature> {
  const missing = new Set<Feature>();
  if (whois === null) missing.add("whois");
  if (egress.sightings("") === null) missing.add("probe zone");
  return missing;
}
