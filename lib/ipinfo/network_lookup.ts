import type { Caller } from "../core/fair_queue.ts";
import { AppError, busyError } from "../core/errors.ts";
import type { Tables } from "../data/tables.ts";
import { type Cidr, parseCidr } from "../net/cidr.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { Profile } from "./profile.ts";
import type { Profiles } from "./profiles.ts";
import { Blocks } from "./ranges/blocks.ts";
import type { RangeLists } from "./ranges/range_lists.ts";

/** A page with all the blocks of a large carrier would be megabytes long. */
const MAX_BLOCKS = 16;

/** The blocks of a family that an autonomous system announces. */
interface AnnouncedBlocks {
  readonly family: 4 | 6;
  readonly count: number;
  /** The first of them, as text. */
  readonly first: readonly string[];
  /** Whether they are only registered to it: no routing table is loaded. */
  readonly isRegistered: boolean;
}

/** What the tables know of a network or an autonomous system as a whole. */
export interface NetworkFacts {
  /** The profile of its first address. */
  readonly sample: Profile;
  /** The country in which an autonomous system is registered, ISO 3166-1 alpha-2. */
  readonly countryCode?: string;
  /** Families without a block are left out. */
  readonly announced: readonly AnnouncedBlocks[];
}

/** Describes networks and autonomous systems, from the tables in memory alone. */
export class NetworkLookup {
  constructor(
    private readonly deps: {
      tables: () => Pick<Tables, "countries" | "hasRegisteredSystems6">;
      profiles: Pick<Profiles, "localProfile">;
      rangeLists: Pick<RangeLists, "system">;
    },
  ) {}

  /** @throws {AppError} 503 while the tables are loading */
  async network({ address }: Cidr): Promise<NetworkFacts> {
    return { sample: await this.#sampleOf(address), announced: [] };
  }

  /**
   * @throws {AppError} 404 if the system announces nothing; 503 while the tables
   * are loading, or if too many others wait
   */
  async system(asn: number, caller: Caller): Promise<NetworkFacts> {
    const { tables, rangeLists } = this.deps;
    const ranges = await rangeLists.system(asn, [4, 6], caller);
    const announced = ([4, 6] as const).map((family): AnnouncedBlocks => {
      let count = 0;
      const first: string[] = [];
      const blocks = new Blocks(family, ranges[family]!);
      for (; blocks.next(); count++) {
        if (count < MAX_BLOCKS) first.push(blocks.text);
      }
      const isRegistered = family === 6 &&
        tables().hasRegisteredSystems6 === true;
      return { family, count, first, isRegistered };
    }).filter(({ count }) => count > 0);
    const cidr = announced.length > 0 ? parseCidr(announced[0].first[0]) : null;
    if (cidr === null) {
      throw new AppError(404, "NOT_FOUND", { reason: "asn_unknown", asn });
    }
    return {
      sample: await this.#sampleOf(cidr.address),
      countryCode: tables().countries.ofAsn(asn),
      announced,
    };
  }

  async #sampleOf(ip: IpAddress): Promise<Profile> {
    const profile = await this.deps.profiles.localProfile(ip);
    if (profile) return profile;
    throw busyError({ reason: "tables_loading" }, 1);
  }
}
