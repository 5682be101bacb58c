import { Circuit } from "../async/circuit.ts";
import { BoundedMap } from "../data/bounded_map.ts";
import { retryAfterMs } from "../upstream/retry_after.ts";
import { RegistryError } from "./registry_error.ts";
import type { SafeAnswer, SafeGet } from "./safe_get.ts";

/** Servers in a generation. Bounded because redirects lead where others want. */
const MAX_SERVERS = 1_024;
/** How long a busy server rests that does not say how long. */
const REST_MS = 60_000;

/**
 * A GET that leaves those servers alone that are busy, for as long as they say,
 * and those that keep failing, for half a minute; and no other server with
 * them: whoever may ask chooses who is asked. So an answer that is bad for one
 * question is no failure either.
 *
 * Throws what `get` throws, and a `RegistryError`: `busy` where the server is,
 * `resting` where it is not asked.
 *
 * @param now milliseconds since the epoch
 */
export function considerateGet(get: SafeGet, now: () => number): SafeGet {
  // Those of which nothing bad is known are not in it.
  const circuits = new BoundedMap<string, Circuit>(MAX_SERVERS);

  const circuitOf = (host: string) => {
    const circuit = circuits.get(host) ?? new Circuit(now);
    circuits.set(host, circuit);
    return circuit;
  };
  const succeeded = (host: string) => circuits.get(host)?.succeeded();

  return async (url, options) => {
    let asked: string | undefined;
    const onHop = (hop: URL) => {
      options.onHop?.(hop);
      if (hop.host === asked) return;
      // Whoever can redirect is well.
      if (asked !== undefined) succeeded(asked);
      asked = undefined;
      if (circuits.get(hop.host)?.allows() === false) {
        throw new RegistryError("resting");
      }
      asked = hop.host;
    };
    let answer: SafeAnswer;
    try {
      answer = await get(url, { ...options, onHop });
    } catch (error) {
      if (asked !== undefined) {
        if (isFailure(error)) circuitOf(asked).failed();
        else if (!options.signal.aborted) succeeded(asked);
      }
      throw error;
    }
    const { host } = answer.url;
    const restMs = restOf(answer);
    if (restMs !== undefined) {
      circuitOf(host).rest(restMs ?? REST_MS);
      throw new RegistryError("busy", { retryAfterMs: restMs ?? undefined });
    }
    if (answer.status >= 500) circuitOf(host).failed();
    else succeeded(host);
    return answer;
  };
}

/** Milliseconds; null where a busy server does not say how long, undefined where it is not busy. */
function restOf({ status, headers }: SafeAnswer): number | null | undefined {
  const ms = retryAfterMs(
    new Headers({
      "retry-after": headers["retry-after"] ?? "",
      "date": headers.date ?? "",
    }),
  );
  if (status === 429) return ms ?? null;
  return status === 503 ? ms : undefined;
}

/** Whether the server is at fault, and not the question, the rule or whoever did not wait. */
function isFailure(error: unknown): boolean {
  return error instanceof RegistryError
    ? error.code === "unreachable" || error.code === "wrong_type"
    : error instanceof DOMException && error.name === "TimeoutError";
}
