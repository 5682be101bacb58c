/** The rows that `wrk` measures: one service and its peers, in alternated rounds. */
import { tokenOf } from "../support/store_folder.ts";
import { alone } from "./alone.ts";
import { alternated, attempt, type Draw, Failure } from "./contenders.ts";
import { type BenchOptions, median } from "./figures.ts";
import { assertFresh, type FreshAddresses } from "./fresh_addresses.ts";
import { halfPeakRow } from "./half_peak.ts";
import { type NameServer, startNameServer } from "./name_server.ts";
import { COMMAND_LINE, drawFrom, startPeers, startRawPtr } from "./peers.ts";
import { failedRow, rateRow, ratioRow, type Row, underRow } from "./rows.ts";
import { type BenchServer, isInstalled } from "./servers.ts";
import { newDataDir, startService } from "./service.ts";
import { load, wrk, type WrkOptions } from "./wrk.ts";

/** Groups of rows. */
export const HTTP_PARTS = ["text", "first", "known", "pages", "quota"] as const;
export type HttpPart = typeof HTTP_PARTS[number];

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
  const folder = await Deno.makeTempDir();
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const running = new Running(stack);
  const { raw, nginx, echoip } = await startPeers(running.stopped);
  const plain = ({ url }: BenchServer, time: number) => wrk(url, time);
  const contenders: Record<string, Draw | undefined> = {
    raw: drawFrom(raw, plain),
  };
  const slowP99s: number[] = [];
  const dataDir = newDataDir();
  const token = await tokenOf("bench@example.net", { DATA_DIR: dataDir }, {
    quota: 1_000_000_000,
  });
  const service = await running.service({ dataDir });

  if (parts.has("text")) {
    contenders.root = (time) => wrk(service.url, time);
    contenders.nginx = drawFrom(nginx, plain);
    contenders.echoip = drawFrom(
      echoip,
      ({ url }, time) => wrk(url, time, { headers: COMMAND_LINE }),
    );
  }
  if (parts.has("first")) {
    const prompt = await running.service();
    const slow = await running.service({ delayMs: SLOW_RESOLVER_MS });
    const firstLookups =
      ({ url, names }: typeof prompt) => async (time: number) =>
        await assertFresh(names, () => load(url, time, fresh.askedAt(V1)));
    const [atOnce, waiting] = [firstLookups(prompt), firstLookups(slow)];
    const bare = await attempt(async () => {
      const names = await running.names();
      return { ...running.stopped(await startRawPtr(names.port)), names };
    });
    contenders.rawPtr = bare instanceof Failure
      ? () => Promise.reject(new Error(bare.reason))
      : async (time) => (await firstLookups(bare)(time)).rate;
    contenders.first = async (time) => (await atOnce(time)).rate;
    contenders.slow = async (time) => {
      const { rate, p99Ms } = await waiting(time);
      slowP99s.push(p99Ms);
      return rate;
    };
  }
  if (parts.has("known")) {
    const addresses = fresh.take(KNOWN_ADDRESSES);
    const v1 = await askedBefore(service, addresses, V1, folder);
    const geoip = await askedBefore(service, addresses, GEOIP, folder);
    contenders.v1 = (time) => wrk(service.url, time, v1);
    contenders.geoip = (time) => wrk(service.url, time, geoip);
    const batches = await batchesOf(addresses, folder);
    contenders.batch = async (time) =>
      BATCH.targets * await wrk(service.url + BATCH.path, time, batches);
    const proxied = await running.service({ trustedProxies: "127.0.0.0/8" });
    contenders.allow = (time) =>
      wrk(proxied.url + ALLOW.path, time, { headers: ALLOW.headers });
  }
  if (parts.has("pages")) {
    // The page describes a public address, so its peer must be a trusted proxy.
    const trustedProxies = "127.0.0.0/8";
    const proxied = await running.service({ trustedProxies });
    // Thousands of earlier pages would slow down the cached one.
    const visited = await running.service({ trustedProxies });
    const [known] = fresh.take(1);
    const headers = { "x-forwarded-for": known, ...HTML };
    contenders.page = (time) => wrk(proxied.url, time, { headers });
    contenders.firstPage = async (time) => {
      const draw = () => load(visited.url, time, fresh.askedBy(HTML));
      return (await assertFresh(visited.names, draw)).rate;
    };
    contenders.firstProfile = async (time) => {
      const options = { headers: HTML, ...fresh.askedAt("/") };
      const draw = () => load(visited.url, time, options);
      return (await assertFresh(visited.names, draw)).rate;
    };
    contenders.echoipPage = Deno.env.get("ECHOIP_HTML") === undefined
      ? undefined
      : drawFrom(
        echoip,
        ({ url }, time) => wrk(url, time, fresh.askedBy(HTML)),
      );
  }
  if (parts.has("quota")) {
    const headers = { authorization: `Bearer ${token}` };
    const url = `${service.url}api/v2/ip/8.8.8.8`;
    contenders.v2 = (time) => wrk(url, time, { headers });
    contenders.commits = async () =>
      (await alone("./commit_bench.ts", options))!["commits/s"];
  }

  const rates = await alternated(contenders, rounds, seconds);
  const ofRaw = (what: string, name: string, least: number) =>
    ratioRow(
      what,
      rates[name],
      { name: "the raw handler", rate: rates.raw },
      least,
    );
  const rows: Row[] = [];
  if (parts.has("text")) {
    const what = "`GET /` text";
    const beside = (name: string, peer: string, least: number) =>
      ratioRow(what, rates.root, { name: peer, rate: rates[name] }, least);
    rows.push(
      ofRaw(what, "root", 0.85),
      beside("nginx", "nginx `return`", 0.6),
      beside("echoip", "echoip", 0.9),
      await halfPeakRow(service, rates.root, rounds, seconds),
    );
  }
  if (parts.has("first")) {
    const atOnceText = "V1, first lookup, a resolver that answers at once";
    const p99 = "V1, first lookup, a resolver that takes 20 ms: p99";
    rows.push(
      ofRaw(atOnceText, "first", 0.2),
      ratioRow(
        atOnceText,
        rates.first,
        { name: "a raw handler that asks for a name", rate: rates.rawPtr },
        0.6,
      ),
      ratioRow(
        "V1, first lookup, a resolver that takes 20 ms",
        rates.slow,
        { name: `${CONNECTIONS} connections / 20 ms`, rate: SLOW_CEILING },
        0.9,
      ),
      rates.slow instanceof Failure
        ? failedRow(p99, rates.slow, `< ${SLOW_P99_MS} ms`)
        // The first run is the unmeasured one.
        : underRow(p99, median(slowP99s.slice(1)), SLOW_P99_MS, "ms"),
    );
  }
  if (parts.has("known")) {
    rows.push(
      ofRaw("V1, known address", "v1", 0.4),
      ofRaw("GeoIP, known address", "geoip", 0.4),
      ofRaw("`/api/allow`, known address", "allow", 0.7),
      rateRow(
        `batch of ${BATCH.targets}, known addresses`,
        rates.batch,
        BATCH.least,
      ),
    );
  }
  if (parts.has("pages")) {
    const what = "home page, first visit";
    rows.push(
      ofRaw(what, "firstPage", 0.08),
      ratioRow(
        what,
        rates.firstPage,
        { name: "echoip's page", rate: rates.echoipPage },
        4,
      ),
      ofRaw(
        "profile page of another address, first visit",
        "firstProfile",
        0.08,
      ),
      ofRaw("home page, known address", "page", 0.25),
    );
  }
  if (parts.has("quota")) {
    rows.push(
      ratioRow(
        "V2 with the durable charge",
        rates.v2,
        { name: "what KV commits", rate: rates.commits },
        2.5,
      ),
    );
  }
  return rows;
}
