import { BoundedMap } from "../../data/bounded_map.ts";
import { withCountry } from "../../data/countries.ts";
import type { RegionalFile } from "../../data/regional/regional_file.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { isLocatable } from "../locatable.ts";
import { type Findings, type LocalSource, NOTHING } from "../profile.ts";

/** Findings in a generation. Bounded because strangers choose the addresses. */
const MAX_KEPT = 16_384;

/** One file with the provinces, cities and providers of China. */
export class RegionalSource implements LocalSource {
  readonly name: string;
  readonly kind = "regional";
  readonly #file: RegionalFile;
  readonly #kept = new BoundedMap<number, Findings>(MAX_KEPT);

  constructor(file: RegionalFile) {
    this.name = `regional:${file.type}`;
    this.#file = file;
  }

  lookup(ip: IpAddress): Findings {
    if (!isLocatable(ip)) return NOTHING;
    const id = this.#file.find(ip);
    if (id === 0) return NOTHING;
    let findings = this.#kept.get(id);
    if (!findings) {
      findings = { facts: withCountry(this.#file.facts(id)) };
      this.#kept.set(id, findings);
    }
    return findings;
  }
}
