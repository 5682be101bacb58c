import type { Facts } from "../facts.ts";
import type { MmdbFile } from "../mmdb_file.ts";
import { addCoordinates } from "../records/fields.ts";
import { factsOfFlat } from "../records/shapes.ts";
import { DistinctRows, WordList } from "../columns/growing_lists.ts";

/** Numbers what a table of places stores. */
export interface PlaceNumbers {
  regionOf(facts: Partial<Facts>): number;
  cityOf(facts: Partial<Facts>): number;
  placeOf(facts: Partial<Facts>, city: number, region: number): number;
}

/** The fields of a flat record that a table of places has, in the order of their slots. */
const FIELDS = [
  "country_code",
  "state1",
  "city",
  "state2",
  "latitude",
  "longitude",
] as const;

/** A record of more members, or a file of more keys, is read as any other. */
const MAX_MEMBERS = 32;
const MAX_KEYS = 256;

/** Stands for a region without a text in `state1`, which makes a record flat: see `factsOfRecord`. */
const NOT_FLAT = 0xffff_ffff;

interface Key {
  readonly name: string;
  /** Its position in `FIELDS`; negative for others. */
  readonly slot: number;
  /** Where the values are that state no fact: empty texts. */
  readonly empty: Set<number>;
}

/**
 * Numbers the places of flat records, whose facts are those of `factsOfFlat`. The
 * records of DB-IP City Lite share their texts, so only where each text is is read from
 * a record; the facts of two texts are read once. That takes a tenth of the time.
 */
export class FlatPlaces {
  readonly #members = new Uint32Array(2 * MAX_MEMBERS);
  readonly #keys = new Map<number, Key>();
  readonly #regions = new Pairs();
  readonly #cities = new Pairs();

  constructor(
    private readonly file: Pick<MmdbFile, "membersOf" | "valueAt">,
    private readonly numbers: PlaceNumbers,
  ) {}

  /** The number of a record's place; null if the record is not flat, or states other facts. */
  numberOf(id: number): number | null {
    const members = this.#members;
    const length = this.file.membersOf(id, members);
    const at = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < length; i += 2) {
      const key = this.#keyAt(members[i]);
      if (!key) return null;
      if (key.slot >= 0) at[key.slot] = members[i + 1];
      else if (!this.#isEmpty(key, members[i + 1])) return null;
    }
    const [country, state, city, district, latitude, longitude] = at;
    const region = this.#regions.numberOf(country, state, () => {
      const text = this.#valueAt(state);
      if (typeof text !== "string") return NOT_FLAT;
      const code = this.#valueAt(country);
      return this.numbers.regionOf(
        factsOfFlat({ country_code: code, state1: text }),
      );
    });
    if (region === NOT_FLAT) return null;
    const cityNumber = this.#cities.numberOf(city, district, () => {
      const [name, state2] = [this.#valueAt(city), this.#valueAt(district)];
      return this.numbers.cityOf(factsOfFlat({ city: name, state2 }));
    });
    const facts: Partial<Facts> = {};
    addCoordinates(facts, this.#valueAt(latitude), this.#valueAt(longitude));
    return this.numbers.placeOf(facts, cityNumber, region);
  }

  #keyAt(offset: number): Key | undefined {
    let key = this.#keys.get(offset);
    if (!key && this.#keys.size < MAX_KEYS) {
      const name = String(this.file.valueAt(offset));
      const slot = (FIELDS as readonly string[]).indexOf(name);
      this.#keys.set(offset, key = { name, slot, empty: new Set() });
    }
    return key;
  }

  #isEmpty({ name, empty }: Key, offset: number): boolean {
    if (empty.has(offset)) return true;
    const facts = factsOfFlat({ [name]: this.#valueAt(offset) });
    if (Object.keys(facts).length > 0) return false;
    if (empty.size < MAX_KEYS) empty.add(offset);
    return true;
  }

  #valueAt(offset: number): unknown {
    return offset === 0 ? undefined : this.file.valueAt(offset);
  }
}

/** The number of each pair of words that was asked for. */
class Pairs {
  readonly #pairs = new DistinctRows(2);
  readonly #numbers = new WordList();

  numberOf(first: number, second: number, compute: () => number): number {
    const pair = this.#pairs.numberOf(first, second);
    if (pair === this.#numbers.length) this.#numbers.push(compute());
    return this.#numbers.at(pair);
  }
}
