import type { Caller } from "../core/caller.ts";
import { edgesOf, recordEdges } from "./record_edges.ts";
import { nullIfNoResponse } from "./lookup_errors.ts";
import { withoutWithheld } from "./addresses.ts";
import { recordsByType } from "./record_lists.ts";
import type { LookupDeps } from "./lookup_deps.ts";

/** What a page about a name shows of its records. */
export interface NameSummary {
  /** Of both families, IPv4 first. */
  readonly addresses: readonly string[];
  /** The best one first. */
  readonly mailServers: readonly string[];
  readonly nameServers: readonly string[];
}

const TYPES = ["A", "AAAA", "MX", "NS"] as const;
/** For all queries together: the page waits for them. */
const TIMEOUT_MS = 2_000;
/** Of each list: pages show no more. */
const MAX_SHOWN = 8;

/**
 * Queries the addresses, the mail servers and the name servers of a name at once.
 * A list is empty if there is none, or if no server responded.
 *
 * @param name in its normalized form
 * @throws the signal's reason
 */
export async function summarizeName(
  name: string,
  deps: LookupDeps,
  caller: Caller,
): Promise<NameSummary> {
  const options = { ...caller, timeoutMs: TIMEOUT_MS };
  const responses = await Promise.all(
    TYPES.map((type) =>
      deps.client.query(name, type, options).catch(nullIfNoResponse)
    ),
  );
  const seen = responses.flatMap((response) => response?.records ?? []);
  recordEdges(edgesOf(seen), deps);
  const { A, AAAA, MX, NS } =
    withoutWithheld(recordsByType(seen, name), deps.policy).records;
  const shown = (records: readonly { value: string }[]) =>
    records.map(({ value }) => value).slice(0, MAX_SHOWN);
  return {
    addresses: shown([...A, ...AAAA]),
    mailServers: shown(MX),
    nameServers: shown(NS),
  };
}
