import type { AsnTable } from "../data/networks/asn_table.ts";
import type { Tables } from "../data/tables.ts";
import { registryOfCountry } from "../net/allocations.ts";
import { enclosingCidr, formatCidr, largestCidrWithin } from "../net/cidr.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../net/ip_address.ts";
import { isBogon } from "../net/special_blocks.ts";
import { RegistryTablesSource } from "./sources/registry_tables.ts";

/** Where something is registered. Unknown parts are empty. */
interface Registered {
  readonly countryCode: string;
  /** Such as `ARIN`. */
  readonly rir: string;
  /** ISO 8601 date. */
  readonly date: string;
}

export interface Origin extends Registered {
  readonly asn: number;
  /** The announced block. */
  readonly prefix: string;
}

export interface RegisteredSystem extends Registered {
  readonly asn: number;
  /** Its holder; empty if unknown. */
  readonly org: string;
}

type OriginTables = Pick<
  Tables,
  "asn" | "countries" | "registry" | "geo"
>;

/** Who announces an address, and where it is registered: the tables' facts, without labels or sources over the network. */
export class Origins {
  #registries: { of: AsnTable; source: RegistryTablesSource } | undefined;
  #positions: { of: AsnTable; byAsn: Map<number, number> } | undefined;

  /** @param tables those in use */
  constructor(private readonly tables: () => OriginTables) {}

  /** Null if the address is reserved, or nobody is known to announce it. */
  ofAddress(ip: IpAddress): Origin | null {
    const { asn: table, countries, registry } = this.tables();
    const row = table.findRow(ip);
    const asn = row < 0 ? 0 : table.asnAt(row);
    if (asn === 0 || isBogon(ip)) return null;
    const registration = registry?.lookup(ip);
    const countryCode = registration?.countryCode ?? countries.ofAddress(ip) ??
      countries.ofAsn(asn) ?? "";
    return {
      asn,
      prefix: prefixOf(table, row, ip),
      countryCode,
      rir: registration?.rir ?? this.#registryOf(ip) ?? "",
      date: registration?.allocated ?? "",
    };
  }

  /** The registry of an address by IANA's allocations. */
  #registryOf(ip: IpAddress): string | undefined {
    const { asn: table, geo } = this.tables();
    if (this.#registries?.of !== table) {
      const source = new RegistryTablesSource(table, {
        countryOf: (ip) =>
          geo.isLoaded(ip.family) ? geo.lookup(ip).countryCode : undefined,
      });
      this.#registries = { of: table, source };
    }
    return this.#registries.source.lookup(ip).facts.rir;
  }

  /** Null if the system announces nothing and no registry has assigned its number. */
  system(asn: number): RegisteredSystem | null {
    const { asn: table, countries, registry } = this.tables();
    const position = this.#positionOf(table, asn);
    const registration = registry?.asn(asn);
    if (position === undefined && !registration) return null;
    const countryCode = countries.ofAsn(asn) ?? "";
    return {
      asn,
      org: position === undefined ? "" : table.system(position).org,
      countryCode,
      rir: registration?.rir ??
        (countryCode ? registryOfCountry(countryCode) : undefined) ?? "",
      date: registration?.created ?? "",
    };
  }

  /** The position of a system in the table. The index of all takes milliseconds, and is made at the first question. */
  #positionOf(table: AsnTable, asn: number): number | undefined {
    if (this.#positions?.of !== table) {
      const byAsn = new Map<number, number>();
      for (let i = table.systemCount - 1; i >= 0; i--) {
        byAsn.set(table.asnOf(i), i);
      }
      byAsn.delete(0);
      this.#positions = { of: table, byAsn };
    }
    return this.#positions.byAsn.get(asn);
  }
}

/** The route; of a range that is several, the largest block around the address. */
function prefixOf(table: AsnTable, row: number, ip: IpAddress): string {
  const length = table.routeLength(row, ip);
  if (length >= 0) return formatCidr(enclosingCidr(ip, length));
  const range = table.range(row);
  const block = range.family === 4
    ? largestCidrWithin(
      ipv4FromValue(range.start),
      ipv4FromValue(range.end),
      ip,
    )
    : largestCidrWithin(
      ipv6FromWords(range.start),
      ipv6FromWords(range.end),
      ip,
    );
  return formatCidr(block ?? enclosingCidr(ip, ip.family === 4 ? 32 : 128));
}
