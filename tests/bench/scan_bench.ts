import { join } from "node:path";
import { DnsClient } from "../../lib/dns/dns_client.ts";
import { ipv4FromValue } from "../../lib/net/ip_address.ts";
import { hasNsd, type Nsd, startNsd } from "../support/nsd.ts";
import { type BenchOptions, median, perSecond } from "./figures.ts";
import { tempFolder } from "../support/temp_folder.ts";

/**
 * Compares a reverse scan with dnsperf, on one nsd with the names of a /16.
 *
 *     deno run -A --unstable-net tests/bench/scan_bench.ts [ROUNDS]
 *
 * Each round queries all 65,536 names: dnsperf in one run, the client in sixteen
 * scans of a /20. nsd has one core, its client the other. Compare the ratio of the
 * medians: absolute figures depend on the machine.
 */

const target = 0.5;
const network = 0xc633_0000;
const count = 65_536;
const scanLength = 4096;

/** The third and fourth octet, as the reverse zone of the /16 orders them. */
const owners = Array.from({ length: count }, (_, i) => `${i & 255}.${i >> 8}`);
const origin = "51.198.in-addr.arpa";

function* addresses(from: number) {
  for (let i = 0; i < scanLength; i++) {
    yield ipv4FromValue(network + from + i);
  }
}

/** Queries every name of the /16. */
async function scan(client: DnsClient): Promise<void> {
  for (let from = 0; from < count; from += scanLength) {
    let found = 0;
    for await (const { names } of client.queryPtr(addresses(from))) {
      if (names?.length === 1) found++;
    }
    if (found < scanLength) {
      throw new Error(`${scanLength - found} addresses of a /20 have no name`);
    }
  }
}

/** Queries per second of dnsperf; null if it is not installed. */
async function dnsperfRate(
  { ip, port }: Nsd,
  questions: string,
): Promise<number | null> {
  try {
    const { stdout } = await new Deno.Command("dnsperf", {
      args: [
        ...["-s", ip, "-p", String(port), "-d", questions],
        ...["-n", "1", "-c", "4", "-T", "1", "-q", "500"],
      ],
      stderr: "null",
    }).output();
    const report = new TextDecoder().decode(stdout);
    return Number(/Queries per second:\s+([\d.]+)/.exec(report)?.[1]);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

const residentMiB = () => Math.round(Deno.memoryUsage().rss / 2 ** 20);
const rateText = (rate: number) => `${Math.round(rate)}/s`;

async function measureScan(
  rounds: number,
  print: (line: string) => void,
): Promise<Record<string, number> | null> {
  if (!hasNsd()) return null;
  await using nsd = await startNsd({
    [origin]: owners.map((owner, i) => `${owner} PTR host-${i}.example.test.`)
      .join("\n"),
  });
  using client = new DnsClient({ nameServers: [nsd] });
  await using temporary = await tempFolder();
  const folder = temporary.path;
  const questions = join(folder, "questions");
  const queries = owners.map((owner) => `${owner}.${origin} PTR\n`);
  await Deno.writeTextFile(questions, queries.join(""));
  const scans: number[] = [];
  const peers: number[] = [];
  const warmUp = await perSecond(count, () => scan(client));
  const before = residentMiB();
  print(`warm-up: scan ${rateText(warmUp)}`);
  for (let round = 1; round <= rounds; round++) {
    const peer = await dnsperfRate(nsd, questions);
    const own = await perSecond(count, () => scan(client));
    scans.push(own);
    if (peer !== null) peers.push(peer);
    const other = peer === null ? "missing" : rateText(peer);
    print(`round ${round}: dnsperf ${other}, scan ${rateText(own)}`);
  }
  const after = residentMiB();
  print(`resident: ${before} MiB before, ${after} MiB after`);
  return {
    "scan/s": median(scans),
    ...(peers.length > 0 && { "dnsperf/s": median(peers) }),
    "RSS before, MiB": before,
    "RSS after, MiB": after,
  };
}

/** Names per second of a scan, and queries per second of dnsperf; null without nsd. */
export async function measure(
  { isQuick }: BenchOptions,
): Promise<Record<string, number> | null> {
  return await measureScan(isQuick ? 2 : 5, () => {});
}

if (import.meta.main) {
  const rounds = Number(Deno.args[0] ?? 5);
  const report = await measureScan(rounds, console.log);
  if (report === null) Deno.exit(1);
  if ("dnsperf/s" in report) {
    const ratio = (report["scan/s"] / report["dnsperf/s"]).toFixed(2);
    console.log(`A scan reaches ${ratio} of dnsperf (median of ${rounds}).`);
    console.log(`The target is ${target}.`);
  } else {
    console.log(
      "dnsperf is not installed: there is nothing to hold it against.",
    );
  }
}
