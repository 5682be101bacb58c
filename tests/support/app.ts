import type { App } from "fresh";
import { isBuilt } from "../../lib/app/build/build_state.ts";
import { type Config, readConfig } from "../../lib/app/config.ts";
import type { Facts } from "../../lib/data/facts.ts";
import { SharedFiles } from "../../lib/data/shared_files.ts";
import type { Resolver } from "../../lib/dns/resolver.ts";
import { applySnapshot, type Snapshot } from "../../lib/fresh/snapshot.ts";
import { createEntry } from "../../lib/http/entry.ts";
import { createPoolDoors } from "../../lib/app/services/doors.ts";
import { type ClientOf, createDoors } from "../../lib/http/doors.ts";
import { InFlight, type InFlightOptions } from "../../lib/http/in_flight.ts";
import { type IpAddress, parseIp } from "../../lib/net/ip_address.ts";
import type { Connect } from "../../lib/egress/port_checker.ts";
import {
  createServices,
  type Services,
} from "../../lib/app/services/services.ts";
import type { State } from "../../define.ts";
import { createApp } from "../../main.ts";

/** An app for tests, called in process: real routes and data, fake outside services. */

/** Most tests use the addresses reserved for documentation. */
const ENV: Record<string, string> = {
  // Where nobody responds, so that no test asks the resolver of this machine.
  DNS_SERVERS: "127.0.0.1:9",
  GEO_EDITION: "country",
  LOOKUP_PRIVATE: "on",
};

const root = new URL("../../", import.meta.url);

/**
 * Gives an app the project's files: those of the build on disk if it is up to date.
 * Building them in every test file would take most of its time.
 */
async function projectFiles(): Promise<(app: App<State>) => void> {
  if (isBuilt(root)) {
    const server = new URL("_fresh/server.js", root);
    const { snapshot }: { snapshot?: Snapshot } = await import(server.href);
    // Fresh itself, in place of lib/fresh, has no such export.
    if (snapshot) return (app) => applySnapshot(app, snapshot);
  }
  const [{ EndingBuilder }, { minifiedStylesheet, stylesheets }] = await Promise
    .all([
      import("./esbuild.ts"),
      import("../../lib/app/build/build_state.ts"),
    ]);
  const builder = new EndingBuilder({ root: root.pathname });
  builder.onTransformStaticFile(stylesheets, minifiedStylesheet);
  return await builder.build({ snapshot: "memory" });
}

const applyFiles = await projectFiles();

/** Reading the tables anew takes half of the time in which an app opens. */
const files = new SharedFiles();

/**
 * DNS records of a test: names to addresses, addresses to names. Queries for a name
 * that is `null` get no response.
 */
export type Zone = Record<string, string[] | null>;

/** The TTL of every record in a {@link Zone}. */
export const ZONE_TTL_SECONDS = 300;

function resolverOf(zone: Zone): Resolver {
  const records = (name: string, signal: AbortSignal): Promise<string[]> => {
    const found = zone[name];
    if (found !== null) return Promise.resolve(found ?? []);
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  };
  return {
    async addresses(name, family, { signal }) {
      const texts = await records(name, signal);
      const ips = texts.map(parseIp).filter((ip): ip is IpAddress =>
        ip?.family === family
      );
      return { ips, ttlSeconds: ZONE_TTL_SECONDS };
    },
    reverse(ip, _options, settle) {
      const found = zone[ip.text];
      if (found === null) return;
      const [hostname = null] = found ?? [];
      const ttlSeconds = ZONE_TTL_SECONDS;
      queueMicrotask(() => settle({ kind: "answered", hostname, ttlSeconds }));
    },
  };
}

export interface RequestOptions extends RequestInit {
  /** The socket's peer. */
  peer?: string;
  /** The origin of the request. */
  origin?: string;
  /** Once the client has read the response, or has gone; by default at once. */
  completed?: Promise<void>;
}

export interface TestApp extends AsyncDisposable {
  services: Services;
  /** Sets the clock, in milliseconds since the epoch. */
  clock: { now: number };
  logged: string[];
  inFlight: InFlight;
  get(path: string, options?: RequestOptions): Promise<Response>;
}

/** Describes every address by the same facts. */
export function useFacts(
  { services }: Pick<TestApp, "services">,
  facts: Partial<Facts>,
): void {
  services.profiles.useLocal([{
    name: "same for all",
    kind: "open",
    lookup: () => ({ facts, evidence: [] }),
  }]);
}

/** Builds the app over an in-memory store and the country edition. */
export async function testApp(
  {
    env = {},
    config = {},
    zone = {},
    connect,
    sourceTimeoutMs,
    storeTimeoutMs = 60_000,
    openKv = () => Deno.openKv(":memory:"),
    elapsed,
    background = false,
    // A response that is counted for others has a Content-Length here already.
    inFlight: inFlightOptions = { random: () => 1 },
  }: {
    env?: Record<string, string>;
    /** Values that no variable can have, such as port 0. */
    config?: Partial<Config>;
    zone?: Zone;
    connect?: Connect;
    /** For each remote source. */
    sourceTimeoutMs?: number;
    /** Long, because the machine may be busy. */
    storeTimeoutMs?: number;
    openKv?: () => Promise<Deno.Kv>;
    /** Milliseconds since any moment, for a clock that jumps. */
    elapsed?: () => number;
    /**
     * If tests share an app, work at intervals would count as a leak of the test
     * that is running.
     */
    background?: boolean;
    inFlight?: Pick<InFlightOptions, "maxBytes" | "random">;
  } = {},
): Promise<TestApp> {
  const clock = { now: Date.UTC(2026, 10, 21, 12) };
  const logged: string[] = [];
  const services = await createServices({
    config: { ...readConfig((name) => ({ ...ENV, ...env })[name]), ...config },
    dataRoot: new URL("_data/", root),
    files,
    now: () => clock.now,
    elapsed,
    resolver: resolverOf(zone),
    openKv,
    connect,
    sourceTimeoutMs,
    storeTimeoutMs,
    passwordCost: 4,
    background,
    writeLog: (line) => logged.push(line),
  });
  const app = createApp(() => services);
  applyFiles(app);
  const clientOf: ClientOf = ({ headers }, { remoteAddr }) =>
    services.clientAddress((remoteAddr as Deno.NetAddr).hostname, headers);
  const inFlight = new InFlight({
    clientOf,
    refusal: createDoors(createPoolDoors(services), {
      clientOf,
      onRefusal: services.reportError,
    }),
    ...inFlightOptions,
  });
  const front = createEntry(app.handler(), { ...services, inFlight });
  return {
    services,
    clock,
    logged,
    inFlight,
    async get(
      path,
      {
        peer = "192.0.2.1",
        origin,
        completed = Promise.resolve(),
        ...init
      } = {},
    ) {
      const request = new Request(
        (origin ?? "http://porthole.test") + path,
        init,
      );
      return await front(request, {
        remoteAddr: { transport: "tcp", hostname: peer, port: 40000 },
        completed,
      });
    },
    [Symbol.asyncDispose]: () => services.close(),
  };
}
