import type { IpAddress } from "../../net/ip_address.ts";
import { DirectMappedCache } from "../../core/cache.ts";
import { type ColumnFormat, readColumnFile } from "../columns/column_file.ts";
import { type CompletePlace, countryNumber } from "./countries.ts";
import type { Facts } from "../facts.ts";
import { AddressRows, SmallNumbers } from "../columns/address_rows.ts";
import type { RunSource } from "../columns/runs.ts";
import { TextColumn } from "../columns/text_column.ts";
import type { CityName } from "./place_names.ts";

/**
 * Format of a place table: the ranges of both families with the number of their
 * place, then the places, which are shared by many ranges.
 */
export const PLACE_FORMAT: ColumnFormat = {
  name: "place table",
  magic: "PGEO",
  version: 4,
  columnCount: 25,
};

/** 65,536 decoded names. Bounded because clients choose the addresses. */
const CACHE_BITS = 16;

/** Coordinates are stored in ten-thousandths of a degree from the south pole and the date line. */
export const ORIGIN = { latitude: 90e4, longitude: 180e4 };
export const NO_COORDINATE = 0xff_ffff;

/** Separates texts that are stored as one. They contain no control characters. */
export const SEPARATOR = "\n";

/**
 * Locates addresses, using a file that `placeTableParts` describes. The columns are
 * views over its bytes; nothing is copied.
 */
export class PlaceTable {
  readonly builtAt: number;
  /** With the number of a place each. */
  readonly #rows: AddressRows;
  readonly #latitudes: SmallNumbers;
  readonly #longitudes: SmallNumbers;
  /** City and district. */
  readonly #cities: TextColumn;
  readonly #cityNumbers: SmallNumbers;
  /** By the number of the city. */
  readonly #cityNames = new DirectMappedCache<Partial<CityName>>(CACHE_BITS);
  /** Country code and region. */
  readonly #regions: TextColumn;
  readonly #regionNumbers: Uint16Array;
  /** Cache of completed facts of country and region, by the number of the region; there are about 4,000. */
  readonly #regionFacts: Partial<Facts>[] = [];

  /**
   * Copies nothing: do not change the bytes afterwards.
   *
   * @param complete adds the facts that can be derived from others
   * @throws {Error} if the bytes are not a complete table of this version
   */
  constructor(bytes: Uint8Array, private readonly complete: CompletePlace) {
    const { builtAt, columns } = readColumnFile(bytes, PLACE_FORMAT);
    this.builtAt = builtAt;
    this.#rows = AddressRows.read(columns);
    this.#latitudes = new SmallNumbers(columns);
    this.#longitudes = new SmallNumbers(columns);
    this.#cityNumbers = new SmallNumbers(columns);
    this.#regionNumbers = columns.halfWords();
    this.#cities = new TextColumn(columns);
    this.#regions = new TextColumn(columns);
  }

  supports(family: 4 | 6): boolean {
    return this.#rows.sizeOf(family) > 0;
  }

  /** The number of an address's place; 0 if there is none. */
  recordId(ip: IpAddress): number {
    const rows = this.#rows;
    // ::/96 contains the IPv4 addresses, as in a MaxMind DB of both families.
    if (ip.family === 6 && this.supports(4)) {
      const [first, second, third, fourth] = ip.words;
      if ((first | second | third) === 0) {
        return rows.numberAt(rows.find4(fourth));
      }
    }
    return rows.numberAt(rows.find(ip));
  }

  /** The facts of the place with an id from `recordId`, in a new object. */
  factsOf(id: number): Partial<Facts> {
    const place = id - 1;
    const region = this.#regionFactsOf(this.#regionNumbers[place]);
    const { city, district } = this.#cityOf(this.#cityNumbers.at(place));
    const latitude = degreesOf(this.#latitudes.at(place), ORIGIN.latitude);
    const longitude = degreesOf(this.#longitudes.at(place), ORIGIN.longitude);
    return this.complete({
      countryCode: region.countryCode,
      country: region.country,
      continent: region.continent,
      continentCode: region.continentCode,
      region: region.region,
      regionCode: region.regionCode,
      city,
      district,
      latitude,
      longitude,
      timezone: region.timezone,
    });
  }

  /**
   * The addresses of a family by the `countryNumber` of their country. Where the first
   * source has none, the next one counts. In IPv6, a /64 has the country of its middle.
   */
  countryRuns(family: 4 | 6): RunSource[] {
    const byRegion = Uint16Array.from(
      { length: this.#regions.size },
      (_, region) =>
        countryNumber(this.#regions.at(region).split(SEPARATOR, 1)[0]),
    );
    // Place 0 is none.
    const byPlace = new Uint16Array(this.#regionNumbers.length + 1);
    for (let place = 1; place < byPlace.length; place++) {
      byPlace[place] = byRegion[this.#regionNumbers[place - 1]];
    }
    return this.#rows.runs(family, byPlace);
  }

  /** The same by the id of the record. */
  recordRuns(family: 4 | 6): RunSource[] {
    return this.#rows.runs(family);
  }

  #cityOf(number: number): Partial<CityName> {
    let name = this.#cityNames.get(number);
    if (!name) {
      const [city, district] = this.#cities.at(number).split(SEPARATOR);
      name = { city: city || undefined, district: district || undefined };
      this.#cityNames.set(number, name);
    }
    return name;
  }

  #regionFactsOf(number: number): Partial<Facts> {
    let facts = this.#regionFacts[number];
    if (!facts) {
      const [countryCode, region] = this.#regions.at(number).split(SEPARATOR);
      facts = this.complete({
        countryCode: countryCode || undefined,
        country: undefined,
        continent: undefined,
        continentCode: undefined,
        region: region || undefined,
        regionCode: undefined,
        timezone: undefined,
      });
      this.#regionFacts[number] = facts;
    }
    return facts;
  }
}

function degreesOf(number: number, origin: number): number | undefined {
  return number === NO_COORDINATE ? undefined : (number - origin) / 1e4;
}
