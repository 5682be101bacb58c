/** How many measured anycast blocks are known as such, and how many others are taken for it. */
import type { Profile } from "../../lib/ipinfo/profile.ts";
import { parseCidr } from "../../lib/net/cidr.ts";
import type { IpAddress } from "../../lib/net/ip_address.ts";
import type { Published } from "./published.ts";

/** Counts of blocks, each by its first address. */
interface AnycastCounts {
  readonly name: string;
  readonly all: number;
  readonly anycast: number;
  readonly placeless: number;
}

type Describe = (ip: IpAddress) => Profile;

function count(
  name: string,
  addresses: readonly IpAddress[],
  describe: Describe,
): AnycastCounts {
  const profiles = addresses.map(describe);
  return {
    name,
    all: profiles.length,
    anycast: profiles.filter(({ anycast }) => anycast !== null).length,
    placeless: profiles.filter(({ facts }) => facts.city === undefined).length,
  };
}

function firstAddresses(cidrs: Iterable<string>, family: 4 | 6): IpAddress[] {
  return [...cidrs].flatMap((text) => {
    const ip = parseCidr(text.trim())?.address;
    return ip?.family === family ? [ip] : [];
  });
}

/** Of the lists in `anycast/*.txt`, one block a line, which were measured. */
export async function measuredAnycast(
  folder: URL,
  describe: Describe,
): Promise<AnycastCounts[]> {
  const inside = new URL("anycast/", folder);
  const counts: AnycastCounts[] = [];
  for await (const { name } of Deno.readDir(inside)) {
    const text = await Deno.readTextFile(new URL(name, inside));
    for (const family of [4, 6] as const) {
      const addresses = firstAddresses(text.split("\n"), family);
      if (addresses.length > 0) {
        counts.push(count(`${name}, IPv${family}`, addresses, describe));
      }
    }
  }
  return counts.sort((a, b) => a.name < b.name ? -1 : 1);
}

/** Of the blocks that a cloud or a network publishes with a country, which are in one place. */
export function publishedUnicast(
  published: readonly Published[],
  describe: Describe,
): AnycastCounts[] {
  return published.flatMap(({ name, blocks }) => {
    const placed = blocks.filter(({ value }) => value !== undefined)
      .map(({ cidr }) => cidr);
    return ([4, 6] as const).flatMap((family) => {
      const addresses = firstAddresses(placed, family);
      return addresses.length === 0
        ? []
        : [count(`${name}, IPv${family}`, addresses, describe)];
    });
  });
}
