import type { AsnTable } from "../../data/asn_table.ts";
import { BoundedMap } from "../../core/cache.ts";
import { type Cidr, parseCidr } from "../../net/cidr.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import {
  IANA_IPV4_BLOCKS,
  IPV6_ALLOCATION_RIRS,
  type Rir,
} from "../../net/allocations.ts";
import {
  type Facts,
  type Findings,
  type LocalSource,
  NO_FINDINGS,
} from "../profile.ts";

/** What the regional registries say of their own, in files that are brought up to date. */
export interface RegistryRecords {
  lookup(ip: IpAddress): { readonly rir: string } | null;
  /** `created` is an ISO 8601 date. */
  asn(
    asn: number,
  ): { readonly rir: string; readonly created?: string | null } | null;
}

/** Pairs of a registry and a date in a generation. */
const MAX_KEPT = 16_384;

/**
 * Which regional registry keeps an address, by what it says itself, else by
 * the blocks it has of IANA; and since when the autonomous system exists.
 */
export class RegistryTablesSource implements LocalSource {
  readonly name = "iana";
  readonly kind = "registry";
  readonly #records: RegistryRecords | undefined;
  readonly #table: AsnTable;
  readonly #known = new BoundedMap<string, Findings>(MAX_KEPT);
  readonly #blocks = compile();

  constructor(table: AsnTable, records?: RegistryRecords) {
    this.#table = table;
    this.#records = records;
  }

  lookup(ip: IpAddress): Findings {
    const allocated = this.#allocated(ip);
    if (!this.#records) return allocated;
    const rir = this.#records.lookup(ip)?.rir;
    const row = this.#table.findRow(ip);
    const asn = row < 0 ? undefined : this.#table.asnAt(row);
    const created = asn !== undefined && this.#records.asn(asn)?.created;
    if (!rir && !created) return allocated;
    return this.#shared(rir ?? allocated.facts.rir, asn, created || undefined);
  }

  #allocated(ip: IpAddress): Findings {
    const { v4, v6 } = this.#blocks;
    if (ip.family === 4) return v4[ip.value >>> 24];
    for (const { prefixes, findings } of v6) {
      if (prefixes.has(ip)) return findings;
    }
    return NO_FINDINGS;
  }

  #shared(
    rir: string | undefined,
    asn: number | undefined,
    created: string | undefined,
  ): Findings {
    const key = created ? `${rir} ${asn} ${created}` : `${rir}`;
    let findings = this.#known.get(key);
    if (!findings) {
      const facts: Partial<Facts> = {};
      if (rir) facts.rir = rir;
      // The date is true of this autonomous system alone, which another source may not name.
      if (created) Object.assign(facts, { asn, asnCreated: created });
      findings = frozen(facts);
      this.#known.set(key, findings);
    }
    return findings;
  }
}

function frozen(facts: Partial<Facts>): Findings {
  return Object.freeze({ facts: Object.freeze(facts) });
}

function compile() {
  const byRir = new Map<Rir, Findings>();
  const v4: Findings[] = new Array(256).fill(NO_FINDINGS);
  for (const [rir, blocks] of IANA_IPV4_BLOCKS) {
    const findings = frozen({ rir });
    byRir.set(rir, findings);
    for (const block of blocks.split(" ")) {
      const [first, last = first] = block.split("-").map(Number);
      v4.fill(findings, first, last + 1);
    }
  }
  const v6 = [...byRir].map(([rir, findings]) => ({
    findings,
    prefixes: PrefixSet.from(
      IPV6_ALLOCATION_RIRS.filter(([, holder]) => holder === rir)
        .map(([text]) => cidrOfText(text)),
    ),
  }));
  return { v4, v6 };
}

function cidrOfText(text: string): Cidr {
  const cidr = parseCidr(text);
  if (!cidr) throw new Error(`${text} is no CIDR`);
  return cidr;
}
