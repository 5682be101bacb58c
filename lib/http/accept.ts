type Offer = "text" | "html" | "json";

/** In characters. No client sends more. */
const MAX_LENGTH = 1024;

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const PARAMETER = `(${TOKEN})=(${TOKEN}|"(?:[^"\\\\]|\\\\.)*")`;
/**
 * One media range with its parameters, or nothing, up to the comma or the end.
 * Each run of whitespace can match in one place only, so that the time stays
 * linear for any input.
 */
const ELEMENT = new RegExp(
  `(?:[ \\t]*(${TOKEN}/${TOKEN})((?:[ \\t]*;(?:[ \\t]*${PARAMETER})?)*))?[ \\t]*(?:,|$)`,
  "y",
);
const PARAMETERS = new RegExp(`;[ \\t]*${PARAMETER}`, "g");
/** RFC 9110 section 12.4.2. */
const QVALUE = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;
const UTF_8 = /^(?:utf-8|"utf-8")$/i;

/** The ranges that match each offer, most specific first. */
const RANGES: Readonly<Record<Offer, readonly string[]>> = {
  text: ["text/plain", "text/*", "*/*"],
  html: ["text/html", "text/*", "*/*"],
  json: ["application/json", "application/*", "*/*"],
};
const MATCHING = new Set(Object.values(RANGES).flat());

/**
 * Chooses the media type of `GET /` by the `Accept` header (RFC 9110 section
 * 12.5.1).
 *
 * The offer of the highest quality; if several have it, the one that the header
 * names first, and text if a single range with a wildcard names them. Text also
 * without the header, if it is malformed, and if it allows none of the three.
 */
export function preferredType(accept: string | null): Offer {
  if (accept === null || accept === "*/*") return "text";
  const weights = weightsOf(accept);
  let best: Offer = "text";
  let bestWeight = weightOf("text", weights);
  for (const offer of ["html", "json"] as const) {
    const weight = weightOf(offer, weights);
    const lead = weight.quality - bestWeight.quality;
    if (lead > 0 || lead === 0 && weight.position < bestWeight.position) {
      best = offer;
      bestWeight = weight;
    }
  }
  return best;
}

interface Weight {
  readonly quality: number;
  /** Of the range in the header. */
  readonly position: number;
}

const NOT_ACCEPTED: Weight = { quality: 0, position: Infinity };

function weightOf(offer: Offer, weights: Weights): Weight {
  const range = RANGES[offer].find((range) => weights.has(range));
  const weight = range === undefined ? undefined : weights.get(range);
  return weight?.quality ? weight : NOT_ACCEPTED;
}

type Weights = ReadonlyMap<string, Weight>;

const NONE: Weights = new Map();

/** Weights by lower-case media range; none if the header is malformed. */
function weightsOf(accept: string): Weights {
  if (accept.length > MAX_LENGTH) return NONE;
  const weights = new Map<string, Weight>();
  ELEMENT.lastIndex = 0;
  for (let end = 0; end < accept.length; end = ELEMENT.lastIndex) {
    const match = ELEMENT.exec(accept);
    if (!match) return NONE;
    const [, range, parameters] = match;
    const name = range?.toLowerCase();
    // Most ranges that browsers send match no offer.
    if (!MATCHING.has(name)) continue;
    const quality = parameters === "" ? 1 : qualityIn(parameters);
    if (quality === null) return NONE;
    if (quality < 0) continue;
    const known = weights.get(name);
    weights.set(name, {
      quality: Math.max(quality, known?.quality ?? 0),
      position: known?.position ?? match.index,
    });
  }
  return weights;
}

/**
 * The weight among the parameters of a range: null if it is malformed, -1 if
 * another parameter asks for a representation that is not offered.
 */
function qualityIn(parameters: string): number | null {
  let isOffered = true;
  for (const [, name, value] of parameters.matchAll(PARAMETERS)) {
    switch (name.toLowerCase()) {
      case "q":
        if (!QVALUE.test(value)) return null;
        return isOffered ? Number(value) : -1;
      case "charset":
        isOffered &&= UTF_8.test(value);
        break;
      default:
        isOffered = false;
    }
  }
  return isOffered ? 1 : -1;
}

/** Headers that HTTP/2 forbids (RFC 9113 section 8.2.2) or replaces. */
const ONLY_HTTP_1 = [
  "host",
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
];

/**
 * The HTTP version of the last hop, guessed from the headers because Deno does
 * not expose it.
 */
export function httpVersionOf(headers: Headers): "1.1" | "2" {
  return ONLY_HTTP_1.some((name) => headers.has(name)) ? "1.1" : "2";
}
