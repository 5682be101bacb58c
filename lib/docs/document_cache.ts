import { LRUCache } from "lru-cache";
import manifest from "../../deno.json" with { type: "json" };
import { bucketLimits, type BucketSettings } from "../limits/bucket.ts";
import { isPending } from "../data/bundled.ts";
import { openapiSchemas } from "./openapi_schemas.ts";
import { type OpenapiDocument, openapiDocument } from "./document.ts";
import type { Examples } from "./examples.ts";
import { echoRequest } from "../egress/echo_request.ts";
import { siteOrigin } from "../http/hosts.ts";
import { ipv4FromValue } from "../net/ip_address.ts";
import type { Feature } from "./operation.ts";

/** The file of the examples, as JSON. */
export const EXAMPLES_FILE = "examples.json";

export interface DocumentDeps {
  /** Folder of the data that the build wrote, with a trailing slash. */
  readonly dataRoot: URL;
  readonly config: BucketSettings & {
    readonly BASE_URL?: URL;
    readonly API_URL?: URL;
    readonly V4_URL?: URL;
    readonly V6_URL?: URL;
  };
  /** Null if registries are not queried. */
  readonly whois: object | null;
  readonly egress: { sightings(nonce: string): unknown };
  /** Null if it is off. */
  readonly speedTest: object | null;
  /** Null if they are off. */
  readonly exports: object | null;
  /** Null if it is off. */
  readonly mcp: object | null;
}

/** Without a configured origin, clients choose it by the Host header. */
const MAX_ORIGINS = 16;

const documents = new WeakMap<
  DocumentDeps,
  LRUCache<string, Promise<OpenapiDocument>>
>();

/**
 * The OpenAPI document of the requested site. It is generated on the first
 * request and cached. Other requests are served in between.
 *
 * @param url the URL of the request, whose origin counts if `BASE_URL` is not set
 */
export function documentFor(
  deps: DocumentDeps,
  url: Pick<URL, "origin">,
): Promise<OpenapiDocument> {
  const origin = siteOrigin(deps.config.BASE_URL, { url });
  const byOrigin = documents.getOrInsertComputed(
    deps,
    () => new LRUCache({ max: MAX_ORIGINS }),
  );
  let document = byOrigin.get(origin);
  if (document === undefined) {
    const drop = () => void byOrigin.delete(origin);
    document = buildDocument(deps, origin, drop);
    byOrigin.set(origin, document);
    // The next request tries again.
    document.catch(drop);
  }
  return document;
}

/** @param drop called if the build hasn't written the examples yet: the document has none */
async function buildDocument(
  deps: DocumentDeps,
  origin: string,
  drop: () => void,
): Promise<OpenapiDocument> {
  const { config } = deps;
  const isWithoutExamples = await isPending(deps.dataRoot, EXAMPLES_FILE);
  if (isWithoutExamples) drop();
  return openapiDocument({
    version: manifest.version,
    origin,
    apiOrigin: config.API_URL?.origin,
    v4Origin: config.V4_URL?.origin,
    v6Origin: config.V6_URL?.origin,
    limits: bucketLimits(config),
    missing: missingOf(deps),
    examples: isWithoutExamples
      ? { responses: {}, errors: {} }
      : await examplesFor(deps, origin),
    openapiSchemas: await openapiSchemas(),
  });
}

/** The examples of the build, and the one that shows the site's origin. */
async function examplesFor(
  { dataRoot }: DocumentDeps,
  origin: string,
): Promise<Examples> {
  const file = new URL(EXAMPLES_FILE, dataRoot);
  const examples: Examples = JSON.parse(await Deno.readTextFile(file));
  const getRequest = { value: exampleRequest(origin) };
  return { ...examples, responses: { ...examples.responses, getRequest } };
}

function exampleRequest(origin: string) {
  const request = new Request(`${origin}/api/request`, {
    headers: {
      "accept": "*/*",
      "authorization": "Bearer hidden",
      "user-agent": "curl/8.14.1",
    },
  });
  // RIPE NCC's website, so that the example shows nobody's address.
  const ip = ipv4FromValue(0xc100068b);
  const client = { ip, key: ip.text, group: ip.text, via: "peer" } as const;
  return echoRequest(request, client, ip.text);
}

function missingOf(
  { whois, egress, speedTest, exports, mcp }: DocumentDeps,
): Set<Feature> {
  const services: Readonly<Record<Feature, unknown>> = {
    whois,
    "probe zone": egress.sightings(""),
    "speed test": speedTest,
    export: exports,
    mcp,
  };
  const features = Object.keys(services) as Feature[];
  return new Set(features.filter((feature) => services[feature] === null));
}
