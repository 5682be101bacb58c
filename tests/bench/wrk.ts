/** Generates load with `wrk` on the second core. */
import { pinned } from "./servers.ts";

export interface WrkOptions {
  connections?: number;
  headers?: Record<string, string>;
  /** A Lua script in this folder, and its arguments. */
  script?: string;
  args?: readonly (string | number)[];
  /** On every core instead of the second. */
  isOnAllCores?: boolean;
}

export interface WrkReport {
  /** Requests per second. */
  rate: number;
  requests: number;
  p99Ms: number;
  /** The slowest response. */
  maxMs: number;
}

const MS = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

/** Milliseconds of a time as wrk writes it. */
function msOf(text: string): number {
  const [, value, unit] = /^([\d.]+)(us|ms|s|m)$/.exec(text) ?? [];
  return Number(value) * MS[unit as keyof typeof MS];
}

/**
 * Sends requests to a URL as fast as it responds. @throws {Error} with a reason of
 * one line, if a response is not 2xx or 3xx, is late or missing
 */
export async function load(
  url: string,
  seconds: number,
  { connections = 64, headers = {}, script, args = [], isOnAllCores }:
    WrkOptions = {},
): Promise<WrkReport> {
  // Client addresses are forged, so no other host may be reached.
  if (new URL(url).hostname !== "127.0.0.1") {
    throw new Error(`${url} is not on this machine`);
  }
  const line = ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--latency"];
  for (const [name, value] of Object.entries(headers)) {
    line.push("-H", `${name}: ${value}`);
  }
  if (script) line.push("-s", new URL(script, import.meta.url).pathname);
  line.push(url);
  if (args.length > 0) line.push("--", ...args.map(String));
  const [program, ...rest] = isOnAllCores ? line : pinned(1, line);
  const { stdout, stderr } = await new Deno.Command(program, {
    args: rest,
    // wrk waits two seconds for a response; whatever takes longer hangs.
    signal: AbortSignal.timeout((seconds + 30) * 1_000),
  }).output();
  const [text, complaint] = [stdout, stderr].map((bytes) =>
    new TextDecoder().decode(bytes)
  );
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
  const requests = Number(/(\d+) requests in/.exec(text)?.[1]);
  const p99Ms = msOf(/^\s+99%\s+(\S+)\s*$/m.exec(text)?.[1] ?? "");
  const maxMs = msOf(/^\s+Latency(?:\s+\S+){2}\s+(\S+)/m.exec(text)?.[1] ?? "");
  const errors = text.match(/(?:Non-2xx or 3xx responses|Socket errors):.*/g);
  if (!(rate > 0) || Number.isNaN(p99Ms + maxMs) || errors) {
    const why = errors?.join("; ") || complaint ||
      text.match(/unable.*/)?.[0] ||
      `no response within ${seconds} s`;
    throw new Error(`wrk on ${url}: ${why}`);
  }
  return { rate, requests, p99Ms, maxMs };
}

/** The rate of `wrk` at a URL, in requests per second. */
export async function wrk(
  url: string,
  seconds: number,
  options?: WrkOptions,
): Promise<number> {
  return (await load(url, seconds, options)).rate;
}
