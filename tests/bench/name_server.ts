/**
 * A name server in a separate process, on the core of `wrk`. It has a name for
 * every IPv4 address, and responds at once, after a delay or never.
 *
 *     deno run -A --unstable-net tests/bench/name_server.ts [DELAY_MS]
 *
 * It responds to each byte on standard input with a line of JSON: `a` makes it
 * respond to queries, `s` makes it silent, `r` only reports.
 */
import { pinned, root } from "./servers.ts";

export interface NameServerReport {
  port: number;
  /** Distinct IPv4 addresses in its queries. */
  addresses: number;
}

export interface NameServer extends AsyncDisposable {
  readonly port: number;
  report(): Promise<NameServerReport>;
  setSilent(isSilent: boolean): Promise<void>;
}

const HEADER_BYTES = 12;
const PTR = 12;
const NOERROR = 0x8180;
const NXDOMAIN = 0x8183;
const TTL_SECONDS = 86_400;
/**
 * Timers count in whole milliseconds, and are a millisecond late: responses that
 * are due before the next one are sent now.
 */
const TIMER_MS = 2;
const REVERSE_SUFFIX = ["in-addr", "arpa"];
const decoder = new TextDecoder();
const encoder = new TextEncoder();

interface Question {
  labels: string[];
  type: number;
  /** The offset after it. */
  end: number;
}

function questionOf(message: Uint8Array): Question {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length; (length = message[at]) > 0; at += length + 1) {
    labels.push(decoder.decode(message.subarray(at + 1, at + 1 + length)));
  }
  return { labels, type: message[at + 1] << 8 | message[at + 2], end: at + 5 };
}

/** The address in an `in-addr.arpa` name with four labels; null for any other name. */
function addressOf({ labels, type }: Question): string | null {
  const suffix = labels.slice(4).map((label) => label.toLowerCase());
  const isReverse = type === PTR && suffix.join() === REVERSE_SUFFIX.join();
  return isReverse ? labels.slice(0, 4).reverse().join(".") : null;
}

/**
 * The response to a query: a name for an IPv4 address, NXDOMAIN for anything else.
 *
 * @param named takes the address
 */
export function responseTo(
  query: Uint8Array,
  named: (address: string) => void = () => {},
): Uint8Array<ArrayBuffer> {
  const question = questionOf(query);
  const address = addressOf(question);
  const record = address === null ? new Uint8Array() : recordOf(address);
  const response = new Uint8Array(question.end + record.length);
  response.set(query.subarray(0, question.end));
  response.set(record, question.end);
  const view = new DataView(response.buffer);
  view.setUint16(2, address === null ? NXDOMAIN : NOERROR);
  // One answer, if any; no authority, and nothing of EDNS.
  view.setUint16(6, address === null ? 0 : 1);
  view.setUint32(8, 0);
  if (address !== null) named(address);
  return response;
}

/** A PTR record whose owner is the name of the question (RFC 1035 section 4.1.4). */
function recordOf(address: string): Uint8Array {
  const labels = [`host-${address.replaceAll(".", "-")}`, "example", "net"];
  const name = labels.flatMap((label) => [
    label.length,
    ...encoder.encode(label),
  ]);
  const record = new Uint8Array(12 + name.length + 1);
  const view = new DataView(record.buffer);
  view.setUint16(0, 0xc000 | HEADER_BYTES);
  view.setUint16(2, PTR);
  view.setUint16(4, 1);
  view.setUint32(6, TTL_SECONDS);
  view.setUint16(10, name.length + 1);
  record.set(name, 12);
  return record;
}

/** Starts one on 127.0.0.1. */
export async function startNameServer(
  { delayMs = 0 }: { delayMs?: number } = {},
): Promise<NameServer> {
  const script = new URL(import.meta.url).pathname;
  const line = [Deno.execPath(), "run", "-A", "-q", "--unstable-net", script];
  const [program, ...args] = pinned(1, [...line, String(delayMs)]);
  const child = new Deno.Command(program, {
    args,
    cwd: root,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const lines = linesOf(child.stdout);
  const input = child.stdin.getWriter();
  let last: Promise<unknown> = Promise.resolve();
  const ask = (command: string): Promise<NameServerReport> => {
    const report = last.then(async () => {
      await input.write(encoder.encode(command));
      const { value, done } = await lines.next();
      if (done) throw new Error("the name server of the bench has ended");
      return JSON.parse(value);
    });
    last = report.catch(() => {});
    return report;
  };
  const { port } = await ask("r");
  return {
    port,
    report: () => ask("r"),
    async setSilent(isSilent) {
      await ask(isSilent ? "s" : "a");
    },
    async [Symbol.asyncDispose]() {
      await last;
      await input.close().catch(() => {});
      await lines.return(undefined);
      await child.status;
    },
  };
}

async function* linesOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<string, undefined> {
  let partial = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (partial + text).split("\n");
    partial = lines.pop()!;
    yield* lines;
  }
}

interface Waiting {
  dueMs: number;
  response: Uint8Array<ArrayBuffer>;
  to: Deno.NetAddr;
}

/** Serves until standard input ends. */
async function serve(delayMs: number): Promise<void> {
  const socket = Deno.listenDatagram({
    hostname: "127.0.0.1",
    port: 0,
    transport: "udp",
  });
  const { port } = socket.addr as Deno.NetAddr;
  const addresses = new Set<string>();
  let isSilent = false;
  // All wait equally long, so they are sent in order of arrival.
  const waiting: Waiting[] = [];
  const send = ({ response, to }: Waiting) => {
    // An error for a client that has left must not affect others.
    socket.send(response, to).catch(() => {});
  };
  const sendDue = () => {
    const nowMs = performance.now() + TIMER_MS;
    const firstLeft = waiting.findIndex(({ dueMs }) => dueMs > nowMs);
    const due = waiting.splice(0, firstLeft < 0 ? waiting.length : firstLeft);
    due.forEach(send);
    if (waiting.length > 0) {
      setTimeout(sendDue, Math.max(1, waiting[0].dueMs - nowMs));
    }
  };
  const answering = (async () => {
    for await (const [query, to] of socket) {
      if (isSilent) continue;
      const response = responseTo(query, (address) => addresses.add(address));
      const dueMs = performance.now() + delayMs;
      const answer = { dueMs, response, to: to as Deno.NetAddr };
      if (delayMs === 0) send(answer);
      else if (waiting.push(answer) === 1) {
        setTimeout(sendDue, delayMs - TIMER_MS);
      }
    }
  })();
  for await (const commands of Deno.stdin.readable) {
    for (const command of decoder.decode(commands)) {
      if (command !== "r") isSilent = command === "s";
      console.log(JSON.stringify({ port, addresses: addresses.size }));
    }
  }
  socket.close();
  await answering;
}

if (import.meta.main) await serve(Number(Deno.args[0] ?? 0));
