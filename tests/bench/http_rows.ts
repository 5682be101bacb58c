/**
 * The rows that `wrk` measures. Each part measures its rows and their peers in
 * alternated rounds of its own, so that what is compared was measured within the
 * same minute.
 */
import { tokenOf } from "../support/store_folder.ts";
import { alone } from "./alone.ts";
import {
  alternated,
  attempt,
  type Draw,
  Failure,
  type Outcome,
} from "./contenders.ts";
import { type BenchOptions, median } from "./figures.ts";
import { assertFresh, type FreshAddresses } from "./fresh_addresses.ts";
import { halfPeakRow } from "./half_peak.ts";
import { type NameServer, startNameServer } from "./name_server.ts";
import {
  COMMAND_LINE,
  drawFrom,
  type Peers,
  startPeers,
  startRawPtr,
} from "./peers.ts";
import { failedRow, rateRow, ratioRow, type Row, underRow } from "./rows.ts";
import { type BenchServer, isInstalled } from "./servers.ts";
import { newDataDir, startService } from "./service.ts";
import { load, wrk, type WrkOptions } from "./wrk.ts";

/** Each returns rows. */
const PARTS = {
  text: textRows,
  first: firstRows,
  known: knownRows,
  pages: pageRows,
  quota: quotaRows,
};
export type HttpPart = keyof typeof PARTS;
export const HTTP_PARTS = Object.keys(PARTS) as HttpPart[];

const KNOWN_ADDRESSES = 10_000;
const CONNECTIONS = 64;
const HTML = { accept: "text/html" };
const V1 = "/api/v1/ip/";
const GEOIP = "/api/geoip/";
const BATCH = { path: "api/v1/batch", targets: 100, least: 90_000 };
/** The request of a proxy about a client that may pass. */
const ALLOW = {
  path: "api/allow?deny_country=CN&deny_type=tor,vpn",
  headers: { "x-forwarded-for": "81.2.69.142" },
};
const SLOW_RESOLVER_MS = 20;
const SLOW_P99_MS = 60;
/** The rate of as many connections if nothing but the resolver took time. */
const SLOW_CEILING = CONNECTIONS / SLOW_RESOLVER_MS * 1_000;

/**
 * Requests each of the addresses below a path, so that they are known. @returns
 * options of a draw that asks for them again
 */
async function askedBefore(
  { url }: BenchServer,
  addresses: readonly string[],
  path: string,
  folder: string,
): Promise<WrkOptions> {
  const file = `${folder}/${path.replaceAll("/", "-")}`;
  const paths = addresses.map((address) => `${path}${address}`);
  await Deno.writeTextFile(file, paths.join("\n") + "\n");
  for (let i = 0; i < paths.length; i += CONNECTIONS) {
    await Promise.all(
      paths.slice(i, i + CONNECTIONS).map(async (path) => {
        const { status, body } = await fetch(new URL(path, url));
        await body?.cancel();
        if (status !== 200) {
          throw new Error(`${path} is answered with ${status}`);
        }
      }),
    );
  }
  return { script: "paths.lua", args: [file] };
}

/** Options of a draw that posts the addresses in batches. */
async function batchesOf(
  addresses: readonly string[],
  folder: string,
): Promise<WrkOptions> {
  const file = `${folder}/batches`;
  const bodies: string[] = [];
  for (let i = 0; i < addresses.length; i += BATCH.targets) {
    const targets = addresses.slice(i, i + BATCH.targets);
    bodies.push(JSON.stringify({ targets }));
  }
  await Deno.writeTextFile(file, bodies.join("\n") + "\n");
  return { script: "bodies.lua", args: [file] };
}

/** Starts servers on demand, because only some rows need them. */
class Running {
  readonly #stack: AsyncDisposableStack;

  constructor(stack: AsyncDisposableStack) {
    this.#stack = stack;
  }

  names = async (delayMs = 0): Promise<NameServer> =>
    this.#stack.use(await startNameServer({ delayMs }));

  stopped = (server: BenchServer): BenchServer => {
    this.#stack.defer(server.stop);
    return server;
  };

  /** A new service and its name server. */
  async service(
    { delayMs, ...options }:
      & { delayMs?: number }
      & Parameters<typeof startService>[0] = {},
  ): Promise<BenchServer & { names: NameServer }> {
    const names = await this.names(delayMs);
    const dnsPort = names.port;
    const service = await startService({ dnsPort, ...options });
    return { ...this.stopped(service), names };
  }
}

interface Bench {
  options: BenchOptions;
  rounds: number;
  /** Of a draw. */
  seconds: number;
  peers: Peers;
  raw: Draw | undefined;
  fresh: FreshAddresses;
  /** Servers of the part, which are stopped at its end. */
  running: Running;
  /** Where scripts of wrk read their requests. */
  folder: string;
  measured: (
    contenders: Record<string, Draw | undefined>,
  ) => Promise<Record<string, Outcome>>;
}

export async function httpRows(
  options: BenchOptions,
  fresh: FreshAddresses,
  parts: ReadonlySet<HttpPart>,
): Promise<Row[]> {
  if (!await isInstalled("wrk", "-v")) {
    const failure = new Failure("wrk is not installed");
    return [failedRow("everything over HTTP", failure)];
  }
  const rounds = options.isQuick ? 2 : 5;
  const seconds = options.isQuick ? 1 : 3;
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const peers = await startPeers(new Running(stack).stopped);
  const raw = drawFrom(peers.raw, plain);
  const rows: Row[] = [];
  for (const part of HTTP_PARTS) {
    if (!parts.has(part)) continue;
    await using stack = new AsyncDisposableStack();
    rows.push(
      ...await PARTS[part]({
        options,
        rounds,
        seconds,
        peers,
        raw,
        fresh,
        running: new Running(stack),
        folder,
        measured: (contenders) => alternated(contenders, rounds, seconds),
      }),
    );
  }
  return rows;
}

const plain = ({ url }: BenchServer, seconds: number) => wrk(url, seconds);

/** A row beside the raw handler's rate. */
const ofRaw = (
  what: string,
  rates: Record<string, Outcome>,
  name: string,
  least: number,
) =>
  ratioRow(
    what,
    rates[name],
    { name: "the raw handler", rate: rates.raw },
    least,
  );

async function textRows(
  { rounds, seconds, peers, raw, running, measured }: Bench,
): Promise<Row[]> {
  const service = await running.service();
  const rates = await measured({
    raw,
    root: (time) => wrk(service.url, time),
    nginx: drawFrom(peers.nginx, plain),
    echoip: drawFrom(
      peers.echoip,
      ({ url }, time) => wrk(url, time, { headers: COMMAND_LINE }),
    ),
  });
  const what = "`GET /` text";
  const beside = (name: string, peer: string, least: number) =>
    ratioRow(what, rates.root, { name: peer, rate: rates[name] }, least);
  return [
    ofRaw(what, rates, "root", 0.85),
    beside("nginx", "nginx `return`", 0.6),
    beside("echoip", "echoip", 0.9),
    await halfPeakRow(service, rates.root, rounds, seconds),
  ];
}

async function firstRows(
  { raw, running, fresh, measured }: Bench,
): Promise<Row[]> {
  const prompt = await running.service();
  const slow = await running.service({ delayMs: SLOW_RESOLVER_MS });
  const bare = await attempt(async () => {
    const names = await running.names();
    return { ...running.stopped(await startRawPtr(names.port)), names };
  });
  const firstLookups = ({ url, names }: typeof prompt, time: number) =>
    assertFresh(names, () => load(url, time, fresh.askedAt(V1)));
  const slowP99s: number[] = [];
  const rates = await measured({
    raw,
    rawPtr: bare instanceof Failure
      ? () => Promise.reject(new Error(bare.reason))
      : async (time) => (await firstLookups(bare, time)).rate,
    first: async (time) => (await firstLookups(prompt, time)).rate,
    slow: async (time) => {
      const { rate, p99Ms } = await firstLookups(slow, time);
      slowP99s.push(p99Ms);
      return rate;
    },
  });
  const atOnce = "V1, first lookup, a resolver that answers at once";
  const waiting = "V1, first lookup, a resolver that takes 20 ms";
  const p99 = `${waiting}: p99`;
  const rawPtr = {
    name: "a raw handler that asks for a name",
    rate: rates.rawPtr,
  };
  const ceiling = {
    name: `${CONNECTIONS} connections / 20 ms`,
    rate: SLOW_CEILING,
  };
  return [
    ofRaw(atOnce, rates, "first", 0.2),
    ratioRow(atOnce, rates.first, rawPtr, 0.6),
    ratioRow(waiting, rates.slow, ceiling, 0.9),
    rates.slow instanceof Failure
      ? failedRow(p99, rates.slow, `< ${SLOW_P99_MS} ms`)
      // The first run is the unmeasured one.
      : underRow(p99, median(slowP99s.slice(1)), SLOW_P99_MS, "ms"),
  ];
}

async function knownRows(
  { raw, running, fresh, folder, measured }: Bench,
): Promise<Row[]> {
  const service = await running.service();
  const proxied = await running.service({ trustedProxies: "127.0.0.0/8" });
  const addresses = fresh.take(KNOWN_ADDRESSES);
  const v1 = await askedBefore(service, addresses, V1, folder);
  const geoip = await askedBefore(service, addresses, GEOIP, folder);
  const batches = await batchesOf(addresses, folder);
  const rates = await measured({
    raw,
    v1: (time) => wrk(service.url, time, v1),
    geoip: (time) => wrk(service.url, time, geoip),
    batch: async (time) =>
      BATCH.targets * await wrk(service.url + BATCH.path, time, batches),
    allow: (time) =>
      wrk(proxied.url + ALLOW.path, time, { headers: ALLOW.headers }),
  });
  return [
    ofRaw("V1, known address", rates, "v1", 0.4),
    ofRaw("GeoIP, known address", rates, "geoip", 0.4),
    ofRaw("`/api/allow`, known address", rates, "allow", 0.7),
    rateRow(
      `batch of ${BATCH.targets}, known addresses`,
      rates.batch,
      BATCH.least,
    ),
  ];
}

async function pageRows(
  { peers, raw, running, fresh, measured }: Bench,
): Promise<Row[]> {
  // The page describes a public address, so its peer must be a trusted proxy.
  const trustedProxies = "127.0.0.0/8";
  const proxied = await running.service({ trustedProxies });
  // Thousands of earlier pages would slow down the cached one.
  const visited = await running.service({ trustedProxies });
  const [known] = fresh.take(1);
  const headers = { "x-forwarded-for": known, ...HTML };
  const firstPages = async (options: WrkOptions, time: number) => {
    const draw = () => load(visited.url, time, options);
    return (await assertFresh(visited.names, draw)).rate;
  };
  const rates = await measured({
    raw,
    page: (time) => wrk(proxied.url, time, { headers }),
    firstPage: (time) => firstPages(fresh.askedBy(HTML), time),
    firstProfile: (time) =>
      firstPages({ headers: HTML, ...fresh.askedAt("/") }, time),
    echoip: Deno.env.get("ECHOIP_HTML") === undefined ? undefined : drawFrom(
      peers.echoip,
      ({ url }, time) => wrk(url, time, fresh.askedBy(HTML)),
    ),
  });
  const what = "home page, first visit";
  const echoip = { name: "echoip's page", rate: rates.echoip };
  return [
    ofRaw(what, rates, "firstPage", 0.08),
    ratioRow(what, rates.firstPage, echoip, 4),
    ofRaw(
      "profile page of another address, first visit",
      rates,
      "firstProfile",
      0.08,
    ),
    ofRaw("home page, known address", rates, "page", 0.25),
  ];
}

async function quotaRows(
  { options, running, measured }: Bench,
): Promise<Row[]> {
  const dataDir = newDataDir();
  const token = await tokenOf("bench@example.net", { DATA_DIR: dataDir }, {
    quota: 1_000_000_000,
  });
  const service = await running.service({ dataDir });
  const headers = { authorization: `Bearer ${token}` };
  const rates = await measured({
    v2: (time) => wrk(`${service.url}api/v2/ip/8.8.8.8`, time, { headers }),
    commits: async () =>
      (await alone("./commit_bench.ts", options))!["commits/s"],
  });
  const commits = { name: "what KV commits", rate: rates.commits };
  return [ratioRow("V2 with the durable charge", rates.v2, commits, 2.5)];
}
