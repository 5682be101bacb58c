/**
 * How many profiles a second one core puts together.
 *
 *     deno run -A tests/bench/profile_bench.ts [folder of the build's data]
 *
 * Cold: addresses that were not asked for before, in a process that has warmed
 * up on others, tables in memory alone; the median of seven rounds. Warm: the same 10,000 addresses again
 * out of the cache. The floors are 200,000 and 1,000,000 a second.
 */
import { openBundled } from "../support/bundled_data.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../lib/net/ip_address.ts";
import { isBogon } from "../../lib/profile/bogons.ts";
import { Profiles } from "../../lib/profile/profiles.ts";
import { localSources } from "../../lib/sources.ts";

const COLD = 100_000;
const WARM = 10_000;
const ROUNDS = 7;
const signal = new AbortController().signal;

const word = () => Math.floor(Math.random() * 2 ** 32);

function publicAddresses(count: number, make: () => IpAddress): IpAddress[] {
  const addresses: IpAddress[] = [];
  while (addresses.length < count) {
    const ip = make();
    if (!isBogon(ip)) addresses.push(ip);
  }
  return addresses;
}

const makeV4 = () => ipv4FromValue(word());
/** In 2400::/6 and 2a00::/8, where most of the announced addresses are. */
const makeV6 = () =>
  ipv6FromWords([
    ((Math.random() < 0.5 ? 0x24 : 0x2a) << 24 | word() & 0x03ffffff) >>> 0,
    word(),
    word(),
    word(),
  ]);

function perSecond(count: number, work: () => void): number {
  const start = performance.now();
  work();
  return Math.round(count / (performance.now() - start) * 1000);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

async function perSecondAsync(count: number, work: () => Promise<void>) {
  const start = performance.now();
  await work();
  return Math.round(count / (performance.now() - start) * 1000);
}

const folder = Deno.args[0]
  ? new URL(Deno.args[0].replace(/\/?$/, "/"), `file://${Deno.cwd()}/`)
  : new URL("../../_data/", import.meta.url);

for (const edition of ["city", "country"] as const) {
  const opening = performance.now();
  const tables = await openBundled(folder, edition);
  const openMs = performance.now() - opening;
  await tables.geo.loaded(6);
  const profiles = new Profiles({
    local: localSources(tables),
    now: Date.now,
  });
  const report: Record<string, number> = {
    "open, ms": Math.round(openMs),
    "open with IPv6, ms": Math.round(performance.now() - opening),
  };
  for (const [family, make] of [["IPv4", makeV4], ["IPv6", makeV6]] as const) {
    // The first round warms up.
    const rounds: number[] = [];
    let fresh: IpAddress[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      fresh = publicAddresses(COLD, make);
      rounds.push(perSecond(COLD, () => {
        for (const ip of fresh) profiles.describeLocal(ip);
      }));
    }
    report[`${family} cold/s`] = median(rounds.slice(1));
    const few = fresh.slice(0, WARM);
    for (const ip of few) await profiles.describe(ip, { signal });
    report[`${family} warm, cached/s`] = perSecond(50 * WARM, () => {
      for (let i = 0; i < 50; i++) {
        for (const ip of few) profiles.cached(ip);
      }
    });
    report[`${family} warm, describe/s`] = await perSecondAsync(
      50 * WARM,
      async () => {
        for (let i = 0; i < 50; i++) {
          for (const ip of few) await profiles.describe(ip, { signal });
        }
      },
    );
  }
  report["RSS, MB"] = Math.round(Deno.memoryUsage().rss / 1e6);
  console.log(`${edition} edition`);
  console.table(report);
}
