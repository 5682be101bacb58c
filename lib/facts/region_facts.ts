import clouds from "../../facts/cloud_regions.csv" with { type: "text" };
import aliases from "../../facts/region_aliases.csv" with { type: "text" };
import { type FactRow, oneOf, readFacts } from "./read_facts.ts";

/** Those that publish the regions of their addresses. */
const CLOUDS = ["aws", "azure", "google", "oracle"] as const;

type CloudName = typeof CLOUDS[number];

/** @throws {Error} with path and line number, if a row is invalid */
export function cloudRegionRows(): FactRow<
  "cloud" | "region" | "country" | "subdivision" | "city"
>[] {
  return readFacts("cloud_regions.csv", clouds, {
    cloud: oneOf(CLOUDS),
    region: /^[a-z]+[a-z0-9-]*$/,
    country: /^[A-Z]{2}$/,
    subdivision: /^(?:[A-Z]{2}-[A-Z0-9]{1,3})?$/,
    city: /^(?:\p{L}+(?:[ -]\p{L}+)*)?$/u,
  }, ["cloud", "region"]);
}

/** The places of a cloud's regions, `country,subdivision,city`, by the name of the region. */
type CloudRegions = Readonly<Record<string, string>>;

export const CLOUD_REGIONS = regionsByCloud();

function regionsByCloud() {
  const regions = Object.fromEntries(
    CLOUDS.map((cloud) => [cloud, {}]),
  ) as Record<CloudName, Record<string, string>>;
  for (const { cells } of cloudRegionRows()) {
    const { cloud, region, country, subdivision, city } = cells;
    const place = `${country},${subdivision},${city}`;
    regions[cloud as CloudName][region] = place;
  }
  return regions as Readonly<Record<CloudName, CloudRegions>>;
}

/** @throws {Error} as `cloudRegionRows` */
export function regionAliasRows(): FactRow<"country" | "name" | "code">[] {
  return readFacts("region_aliases.csv", aliases, {
    country: /^[A-Z]{2}$/,
    name: /^[a-z0-9]+(?: [a-z0-9]+)*$/,
    code: /^[A-Z0-9]{1,3}$/,
  }, ["country", "name"]);
}

/** By country, as `name=code,name=code`. */
export const REGION_ALIASES: Readonly<Record<string, string>> = Object
  .fromEntries(
    Object.entries(
      Object.groupBy(regionAliasRows(), ({ cells }) => cells.country),
    ).map(([country, rows]) => [
      country,
      rows!.map(({ cells }) => `${cells.name}=${cells.code}`).join(),
    ]),
  );
