/** The rows that `wrk` measures: one service and its peers, in alternated rounds. */
import { tokenOf } from "../support/store_folder.ts";
import { publicAddresses, randomV4 } from "./addresses.ts";
import { alone } from "./alone.ts";
import {
  alternated,
  attempt,
  type Draw,
  Failure,
  type Outcome,
} from "./contenders.ts";
import { type BenchOptions, median } from "./figures.ts";
import { startNameServer } from "./name_server.ts";
import { drawFrom, startPeers } from "./peers.ts";
import {
  failedRow,
  rateRow,
  rateText,
  ratioRow,
  type Row,
  underRow,
} from "./rows.ts";
import { type BenchServer, isInstalled } from "./servers.ts";
import { newDataDir, startService } from "./service.ts";
import { load, wrk, type WrkOptions } from "./wrk.ts";

const ADDRESSES = 10_000;
const HTML = { accept: "text/html" };
/** How long a connection rests in the mean where the load is held at half. */
const REST_MS = 10;

/** A script's options that asks for each of the addresses below a path, once they are all known. */
async function askedInTurn(
  { url }: BenchServer,
  addresses: readonly string[],
  path: string,
  folder: string,
): Promise<WrkOptions> {
  const file = `${folder}/${path.replaceAll("/", "-")}`;
  const paths = addresses.map((address) => `${path}${address}`);
  await Deno.writeTextFile(file, paths.join("\n") + "\n");
  for (let i = 0; i < paths.length; i += 64) {
    await Promise.all(
      paths.slice(i, i + 64).map(async (path) => {
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

function firstPageRow(rate: Outcome): Row {
  const what = "home page, each time of somebody else";
  return rate instanceof Failure
    ? failedRow(what, rate)
    : { what, figure: rateText(rate), target: "", isReached: null };
}

const HALF_PEAK = "p99 at half of the peak load";

/** The slowest hundredth while half of the peak is drawn. */
async function halfPeakRow(
  service: BenchServer,
  peak: Outcome,
  rounds: number,
  seconds: number,
): Promise<Row> {
  if (peak instanceof Failure) return failedRow(HALF_PEAK, peak);
  const row = await attempt(() => halfPeak(service, peak, rounds, seconds));
  return row instanceof Failure ? failedRow(HALF_PEAK, row) : row;
}

async function halfPeak(
  { url }: BenchServer,
  peak: number,
  rounds: number,
  seconds: number,
): Promise<Row> {
  const paced = (connections: number, duration: number) =>
    load(url, duration, { connections, script: "paced.lua", args: [REST_MS] });
  const guess = Math.ceil(peak / 2 * REST_MS / 1_000);
  const { rate } = await paced(guess, 1);
  const connections = Math.ceil(guess * peak / 2 / rate);
  const p99s: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const report = await paced(connections, seconds);
    p99s.push(report.p99Ms);
    rates.push(report.rate);
  }
  return {
    ...underRow(HALF_PEAK, median(p99s), 5, "ms"),
    peer: `\`GET /\` at ${Math.round(median(rates)).toLocaleString("en-US")}/s`,
    ratio: median(rates) / peak,
  };
}

export async function httpRows(options: BenchOptions): Promise<Row[]> {
  if (!await isInstalled("wrk", "-v")) {
    return [{
      what: "everything over HTTP",
      figure: null,
      peer: "wrk is not installed",
      target: "",
      isReached: null,
    }];
  }
  const rounds = options.isQuick ? 2 : 5;
  const seconds = options.isQuick ? 1 : 5;
  const folder = await Deno.makeTempDir();
  using names = await startNameServer();
  const dataDir = newDataDir();
  const token = await tokenOf("bench@example.net", 1_000_000_000, {
    DATA_DIR: dataDir,
  });
  await using running = new AsyncDisposableStack();
  running.defer(() => Deno.remove(folder, { recursive: true }));
  const started = (server: BenchServer) => {
    running.defer(server.stop);
    return server;
  };
  const service = started(
    await startService({ dataDir, dnsPort: names.port }),
  );
  // The page tells what it knows of a public address, so its peer is a proxy.
  const startProxied = async () =>
    started(
      await startService({
        dnsPort: names.port,
        trustedProxies: "127.0.0.0/8",
      }),
    );
  const proxied = await startProxied();
  // What thousands of pages leave behind would slow down the one that is kept.
  const visited = await startProxied();
  const { raw, nginx, echoip } = await startPeers(started);
  const addresses = publicAddresses(ADDRESSES, randomV4)
    .map(({ text }) => text);
  const inTurn = (path: string) =>
    askedInTurn(service, addresses, path, folder);
  const v1 = await inTurn("/api/v1/ip/");
  const geoip = await inTurn("/api/geoip/");
  const visitor = { "x-forwarded-for": "81.2.69.142", ...HTML };
  const authorization = { authorization: `Bearer ${token}` };
  const plain = ({ url }: BenchServer, time: number) => wrk(url, time);
  const contenders: Record<string, Draw | undefined> = {
    root: (time) => wrk(service.url, time),
    raw: drawFrom(raw, plain),
    nginx: drawFrom(nginx, plain),
    echoip: drawFrom(echoip, plain),
    v1: (time) => wrk(service.url, time, v1),
    geoip: (time) => wrk(service.url, time, geoip),
    page: (time) => wrk(proxied.url, time, { headers: visitor }),
    firstPage: (time) =>
      wrk(visited.url, time, {
        headers: HTML,
        script: "clients.lua",
        args: [0],
      }),
    echoipPage: Deno.env.get("ECHOIP_HTML") === undefined
      ? undefined
      : drawFrom(
        echoip,
        ({ url }, time) => wrk(url, time, { headers: HTML }),
      ),
    v2: (time) =>
      wrk(`${service.url}api/v2/ip/8.8.8.8`, time, {
        headers: authorization,
      }),
    commits: async () =>
      (await alone("./commit_bench.ts", options))!["commits/s"],
  };
  const rates = await alternated(contenders, rounds, seconds);
  const rawPeer = { name: "the raw handler", rate: rates.raw };
  return [
    ratioRow("`GET /` text", rates.root, rawPeer, 0.85),
    ratioRow(
      "`GET /` text",
      rates.root,
      { name: "nginx `return`", rate: rates.nginx },
      0.6,
    ),
    ratioRow(
      "`GET /` text",
      rates.root,
      { name: "echoip", rate: rates.echoip },
      1,
    ),
    ratioRow("`GET /api/v1/ip/{random}`", rates.v1, rawPeer, 0.35),
    ratioRow("`GET /api/geoip/{random}`", rates.geoip, rawPeer, 0.35),
    rateRow("home page (HTML, guest)", rates.page, 10_000),
    ratioRow(
      "home page (HTML, guest)",
      rates.page,
      { name: "echoip's page", rate: rates.echoipPage },
      6,
    ),
    firstPageRow(rates.firstPage),
    ratioRow(
      "V2 with the durable charge",
      rates.v2,
      { name: "what KV commits", rate: rates.commits },
      0.8,
    ),
    await halfPeakRow(service, rates.root, rounds, seconds),
  ];
}
