type Offer = "text" | "html" | "json";

/** Longer than what any client sends; the rest is not worth reading. */
const MAX_LENGTH = 1024;

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const PARAMETER = `(${TOKEN})=(${TOKEN}|"(?:[^"\\\\]|\\\\.)*")`;
/**
 * One media range with its parameters, or nothing, up to the comma or the end.
 * Every run of blanks has one place only to be matched, so that the time stays
 * linear whatever is sent.
 */
const ELEMENT = new RegExp(
  `(?:[ \\t]*(${TOKEN}/${TOKEN})((?:[ \\t]*;(?:[ \\t]*${PARAMETER})?)*))?[ \\t]*(?:,|$)`,
  "y",
);
const PARAMETERS = new RegExp(`;[ \\t]*${PARAMETER}`, "g");
/** RFC 9110 section 12.4.2. */
const QVALUE = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;
const UTF_8 = /^(?:utf-8|"utf-8")$/i;

/** The ranges that match each offer, the most specific first. */
const RANGES: Readonly<Record<Offer, readonly string[]>> = {
  text: ["text/plain", "text/*", "*/*"],
  html: ["text/html", "text/*", "*/*"],
  json: ["application/json", "application/*", "*/*"],
};
const MATCHING = new Set(Object.values(RANGES).flat());

/**
 * Chooses the form of `GET /` by the `Accept` header (RFC 9110 section 12.5.1).
 *
 * HTML or JSON only where its quality exceeds plain text's, HTML where the two
 * are equal. Text otherwise: without the header, where it is malformed, and
 * where it allows none of the three.
 */
export function preferredType(accept: string | null): Offer {
  if (accept === null || accept === "*/*") return "text";
  const weights = weightsOf(accept);
  if (!weights) return "text";
  const text = qualityOf("text", weights);
  const html = qualityOf("html", weights);
  const json = qualityOf("json", weights);
  if (html > text && html >= json) return "html";
  return json > text ? "json" : "text";
}

function qualityOf(offer: Offer, weights: Map<string, number>): number {
  const range = RANGES[offer].find((range) => weights.has(range));
  return (range && weights.get(range)) || 0;
}

/** Quality by lower-case media range; null where the header is malformed. */
function weightsOf(accept: string): Map<string, number> | null {
  if (accept.length > MAX_LENGTH) return null;
  const weights = new Map<string, number>();
  ELEMENT.lastIndex = 0;
  for (let end = 0; end < accept.length; end = ELEMENT.lastIndex) {
    const match = ELEMENT.exec(accept);
    if (!match) return null;
    const [, range, parameters] = match;
    const name = range?.toLowerCase();
    // Most of what a browser sends matches no offer and need not be read.
    if (!MATCHING.has(name)) continue;
    const quality = parameters === "" ? 1 : qualityIn(parameters);
    if (quality === null) return null;
    if (quality >= 0) {
      weights.set(name, Math.max(quality, weights.get(name) ?? 0));
    }
  }
  return weights;
}

/**
 * The weight among a range's parameters: null where it is malformed, -1 where
 * other parameters ask for a representation that is not offered.
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
