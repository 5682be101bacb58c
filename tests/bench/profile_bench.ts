import type { Edition } from "../../lib/data/bundled.ts";
import { bundledData, openBundled } from "../support/bundled_data.ts";
import type { IpAddress } from "../../lib/net/ip_address.ts";
import { Profiles } from "../../lib/ipinfo/profiles.ts";
import { localSources } from "../../lib/app/services/sources.ts";
import { publicAddresses, randomV4, randomV6 } from "./addresses.ts";
import { type BenchOptions, median, perSecond } from "./figures.ts";
import { client } from "../support/caller.ts";

/**
 * Measures how many profiles per second one core builds.
 *
 *     deno run -A tests/bench/profile_bench.ts [folder of the build's data]
 *
 * Cold: addresses that were not looked up before, in a process that has warmed up
 * with others, from the tables in memory; the median of seven rounds. Warm: the
 * same 10,000 addresses again, from the cache. The targets are 200,000 and
 * 1,000,000 per second.
 */

const COLD = 100_000;
const WARM = 10_000;
const ROUNDS = 7;
const signal = new AbortController().signal;

/** Measures the load time and the rates of an edition of the build's data. */
async function measureEdition(
  folder: URL,
  edition: Edition,
  rounds: number,
): Promise<Record<string, number>> {
  const opening = performance.now();
  const tables = await openBundled(folder, edition);
  const openMs = performance.now() - opening;
  await tables.geo.loaded(6);
  const profiles = new Profiles({ local: localSources(tables), now: Date.now });
  const report: Record<string, number> = {
    "open, ms": Math.round(openMs),
    "open with IPv6, ms": Math.round(performance.now() - opening),
  };
  const cases = [["IPv4", randomV4], ["IPv6", randomV6]] as const;
  for (const [family, make] of cases) {
    // The first round warms up.
    const rates: number[] = [];
    let fresh: IpAddress[] = [];
    for (let round = 0; round <= rounds; round++) {
      fresh = publicAddresses(COLD, make);
      const rate = await perSecond(COLD, () => {
        for (const ip of fresh) profiles.describeLocal(ip);
      });
      rates.push(rate);
    }
    report[`${family} cold/s`] = median(rates.slice(1));
    const few = fresh.slice(0, WARM);
    for (const ip of few) await profiles.describe(ip, { client, signal });
    report[`${family} warm, cached/s`] = await perSecond(50 * WARM, () => {
      for (let i = 0; i < 50; i++) {
        for (const ip of few) profiles.cached(ip);
      }
    });
    report[`${family} warm, describe/s`] = await perSecond(
      50 * WARM,
      async () => {
        for (let i = 0; i < 50; i++) {
          for (const ip of few) await profiles.describe(ip, { client, signal });
        }
      },
    );
  }
  report["RSS, MB"] = Math.round(Deno.memoryUsage().rss / 1e6);
  return report;
}

/** Profiles per second of the larger edition, cold and warm. */
export async function measure(
  { isQuick }: BenchOptions,
): Promise<Record<string, number>> {
  return await measureEdition(bundledData, "city", isQuick ? 2 : ROUNDS);
}

if (import.meta.main) {
  const folder = Deno.args[0]
    ? new URL(Deno.args[0].replace(/\/?$/, "/"), `file://${Deno.cwd()}/`)
    : bundledData;
  for (const edition of ["city", "country"] as const) {
    console.log(`${edition} edition`);
    console.table(await measureEdition(folder, edition, ROUNDS));
  }
}
