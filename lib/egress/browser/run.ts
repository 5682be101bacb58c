import {
  type EgressReport,
  type EgressSetup,
  emptyReport,
  type Exit,
  type ExitProbeName,
  type Probe,
} from "../view/report.ts";
import {
  type IsCspBlocked,
  type ObservableCell,
  ProbeEnd,
  runProbe,
  type RunProbeOptions,
} from "./run_probe.ts";
import { dnsProbes } from "./dns_probe.ts";
import { type ExitProbeOptions, fetchExit, visitSite } from "./exit_probe.ts";
import {
  findTranslator,
  gatherCandidates,
  type WebRtcProbeOptions,
} from "./webrtc_probe.ts";

const TIMEOUT_MS = 6000;

export interface RunDeps {
  setup: EgressSetup;
  report: ObservableCell<EgressReport>;
  /** Where the page comes from. */
  page: { origin: string; protocol: string };
  fetch: typeof fetch;
  /** Milliseconds on any clock. */
  now: () => number;
  nonce: string;
  isCspBlocked: IsCspBlocked;
  /** Called with the seconds to wait if the service limits requests. */
  onRateLimited: (seconds: number) => void;
}

/** The report at the start of a run. Keeps the places of earlier runs. */
export function startedReport(
  setup: EgressSetup,
  before: EgressReport,
  startedAtMs: number,
): EgressReport {
  const { exits, resolvers, resolversV6, sites, ...rest } = emptyReport(setup);
  for (const name of Object.keys(exits) as ExitProbeName[]) {
    exits[name] = started(exits[name]);
  }
  return {
    ...rest,
    startedAtMs,
    exits,
    resolvers: started(resolvers),
    resolversV6: started(resolversV6),
    sites: sites.map(({ url, probe }) => ({ url, probe: started(probe) })),
    places: before.places,
  };
}

function started<Value>({ state }: Probe<Value>): Probe<Value> {
  return { state: state === "idle" ? "running" : state };
}

/**
 * Runs all probes except WebRTC concurrently, and updates the report as they
 * end. Never rejects.
 */
export async function runProbes(
  deps: RunDeps,
  signal: AbortSignal,
): Promise<void> {
  const { setup, page: { origin } } = deps;
  await Promise.all([
    exit(deps, signal, "v4", setup.v4Origin, { family: 4 }),
    exit(deps, signal, "v6", setup.v6Origin, { family: 6 }),
    exit(deps, signal, "dual", origin, {}),
    exit(deps, signal, "large", origin, { isLarge: true }),
    exit(deps, signal, "literal", setup.literalOrigin, { family: 6 }),
    resolvers(deps, signal),
    ...setup.sites.map((url, i) => site(deps, signal, url, i)),
  ]);
}

async function exit(
  deps: RunDeps,
  signal: AbortSignal,
  name: ExitProbeName,
  origin: string | null,
  options: Pick<ExitProbeOptions, "family" | "isLarge">,
): Promise<void> {
  if (origin === null) return;
  const { fetch, report } = deps;
  const probe = await run<Exit>(
    deps,
    signal,
    origin,
    (own) => {
      // A literal address has one family, so there is no choice to observe.
      if (name === "dual" && isAddress(origin)) {
        throw new ProbeEnd("not_configured");
      }
      return fetchExit({ fetch, origin, ...options }, own);
    },
  );
  const proven: readonly ExitProbeName[] = deps.setup.provenHosts;
  if (probe.state === "failed" && proven.includes(name)) probe.state = "none";
  const before = report.value;
  report.value = { ...before, exits: { ...before.exits, [name]: probe } };
}

function isAddress(origin: string): boolean {
  return /^\[|^[\d.]+$/.test(new URL(origin).hostname);
}

async function site(
  deps: RunDeps,
  signal: AbortSignal,
  url: string,
  index: number,
): Promise<void> {
  const { fetch, report, isCspBlocked } = deps;
  const probe = await run(
    deps,
    signal,
    url,
    (own) => visitSite({ fetch, url, isCspBlocked }, own),
  );
  const before = report.value;
  report.value = {
    ...before,
    sites: before.sites.map((old, i) => i === index ? { url, probe } : old),
  };
}

async function resolvers(deps: RunDeps, signal: AbortSignal): Promise<void> {
  const { setup, page, fetch, now, nonce, report, onRateLimited } = deps;
  if (setup.probeZone === null) return;
  const probes = await dnsProbes({
    fetch,
    protocol: page.protocol,
    zone: setup.probeZone,
    hasV6NameServer: setup.hasV6NameServer !== false,
    nonce,
  }, { signal, now, onRateLimited });
  report.value = { ...report.value, ...probes };
}

/** Runs a probe of a URL with the common time limit. */
function run<Value>(
  { page, now, onRateLimited }: RunDeps,
  signal: AbortSignal,
  url: string,
  ask: (signal: AbortSignal) => Promise<Value>,
): Promise<Probe<Value>> {
  return runProbe((own) => {
    // Browsers block HTTP requests from HTTPS pages (W3C Mixed Content section
    // 5.3).
    if (page.protocol === "https:" && url.startsWith("http:")) {
      throw new ProbeEnd("blocked");
    }
    return ask(own);
  }, { signal, timeoutMs: TIMEOUT_MS, now, onRateLimited });
}

const GATHER_MS = 5000;

/** Short: most networks have no NAT64, and then no response ever comes. */
const TRANSLATOR_MS = 2000;

interface WebRtcDeps
  extends
    Omit<WebRtcProbeOptions, "gatherMs">,
    Pick<EgressSetup, "nat64StunUrl">,
    Pick<RunProbeOptions, "signal" | "now"> {
  report: ObservableCell<EgressReport>;
}

/**
 * Gathers WebRTC candidates into a report, and looks for a NAT64. Never rejects.
 */
export async function runWebRtc(deps: WebRtcDeps): Promise<void> {
  await Promise.all([findCandidates(deps), findNat64(deps)]);
}

async function findCandidates(
  { report, connection, stunUrls, signal, now }: WebRtcDeps,
): Promise<void> {
  report.value = { ...report.value, candidates: { state: "running" } };
  const { value, ...ended } = await runProbe(
    (own) =>
      gatherCandidates({ connection, stunUrls, gatherMs: GATHER_MS }, own),
    { signal, timeoutMs: 2 * GATHER_MS, now, onRateLimited() {} },
  );
  const { natMapping, candidates = [], isComplete, hasFailed } = value ?? {};
  const isCut = isComplete === false;
  report.value = {
    ...report.value,
    candidates: candidates.length > 0
      ? { ...ended, value: candidates }
      : { ...ended, ...value && { state: isCut ? "timed_out" : "none" } },
    ...isCut && { isGatheringCut: true },
    ...hasFailed && { isStunFailing: true },
    ...stunUrls.length > 1 && {
      natMapping: natMapping
        ? { ...ended, value: natMapping }
        : { ...ended, ...value && { state: isCut ? "timed_out" : "none" } },
    },
  };
}

async function findNat64(
  { report, connection, nat64StunUrl, signal, now }: WebRtcDeps,
): Promise<void> {
  if (nat64StunUrl === null) return;
  report.value = { ...report.value, nat64: { state: "running" } };
  const stunUrls = [nat64StunUrl];
  const nat64 = await runProbe(
    (own) =>
      findTranslator({ connection, stunUrls, gatherMs: TRANSLATOR_MS }, own),
    { signal, timeoutMs: 2 * TRANSLATOR_MS, now, onRateLimited() {} },
  );
  report.value = { ...report.value, nat64 };
}
