/**
 * Holds a reverse scan against dnsperf, on one nsd with the names of a /16.
 *
 *     deno run -A --unstable-net tests/bench/scan_bench.ts [ROUNDS]
 *
 * Each round asks for all 65,536 names: dnsperf in one go, the client in
 * sixteen scans of a /20. nsd has one core and whoever asks the other. The
 * ratio of the medians is what counts: absolute figures belong to the machine.
 */
import { join } from "node:path";
import { DnsClient } from "../../lib/dns/dns_client.ts";
import { ipv4FromValue } from "../../lib/net/ip_address.ts";
import { hasNsd, startNsd } from "../support/nsd.ts";

const rounds = Number(Deno.args[0] ?? 5);
const target = 0.5;
const network = 0xc633_0000;
const count = 65_536;
const scanLength = 4096;

if (!hasNsd()) Deno.exit(1);

/** The third and fourth octet, as the reverse zone of the /16 orders them. */
const owners = Array.from({ length: count }, (_, i) => `${i & 255}.${i >> 8}`);
const origin = "51.198.in-addr.arpa";
await using nsd = await startNsd({
  [origin]: owners.map((owner, i) => `${owner} PTR host-${i}.example.test.`)
    .join("\n"),
});
using client = new DnsClient({ nameServers: [nsd] });

function* addresses(from: number) {
  for (let i = 0; i < scanLength; i++) {
    yield ipv4FromValue(network + from + i);
  }
}

/** Addresses a second. */
async function scanRate(): Promise<number> {
  const startedAt = performance.now();
  for (let from = 0; from < count; from += scanLength) {
    let found = 0;
    for await (const { names } of client.pointers(addresses(from))) {
      if (names?.length === 1) found++;
    }
    if (found < scanLength) {
      throw new Error(`${scanLength - found} addresses of a /20 have no name`);
    }
  }
  return count / (performance.now() - startedAt) * 1000;
}

const folder = await Deno.makeTempDir();
const questions = join(folder, "questions");
await Deno.writeTextFile(
  questions,
  owners.map((owner) => `${owner}.${origin} PTR\n`).join(""),
);

async function dnsperf(...args: string[]): Promise<string | null> {
  try {
    const { stdout } = await new Deno.Command("dnsperf", {
      args,
      stderr: "null",
    }).output();
    return new TextDecoder().decode(stdout);
  } catch {
    return null;
  }
}

async function dnsperfRate(): Promise<number | null> {
  const report = await dnsperf(
    ...["-s", nsd.ip, "-p", String(nsd.port), "-d", questions],
    ...["-n", "1", "-c", "4", "-T", "1", "-q", "500"],
  );
  const [, rate] = /Queries per second:\s+([\d.]+)/.exec(report ?? "") ?? [];
  return rate === undefined ? null : Number(rate);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

const residentMiB = () => Math.round(Deno.memoryUsage().rss / 2 ** 20);
const perSecond = (rate: number) => `${Math.round(rate)}/s`;
const scans: number[] = [];
const peers: number[] = [];
try {
  const warmUp = await scanRate();
  const before = residentMiB();
  console.log(`warm-up: scan ${perSecond(warmUp)}`);
  for (let round = 1; round <= rounds; round++) {
    const peer = await dnsperfRate();
    const scan = await scanRate();
    scans.push(scan);
    if (peer !== null) peers.push(peer);
    const other = peer === null ? "missing" : perSecond(peer);
    console.log(`round ${round}: dnsperf ${other}, scan ${perSecond(scan)}`);
  }
  console.log(`resident: ${before} MiB before, ${residentMiB()} MiB after`);
} finally {
  await Deno.remove(folder, { recursive: true });
}

if (peers.length === 0) {
  console.log("dnsperf is not installed: there is nothing to hold it against.");
} else {
  const ratio = (median(scans) / median(peers)).toFixed(2);
  console.log(`A scan reaches ${ratio} of dnsperf (median of ${rounds}).`);
  console.log(`The target is ${target}.`);
}
