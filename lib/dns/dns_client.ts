import { type ClientKey, OWN_CLIENT } from "../core/caller.ts";
import { Semaphore, SemaphoreError } from "../core/semaphore.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { askNameServer, type Question } from "./exchange.ts";
import {
  askServers,
  CancelScope,
  isConclusive,
  type ServerResponse,
} from "./ask_servers.ts";
import { pointerNames, recordsFor } from "./cname_chain.ts";
import { DnsError } from "./errors.ts";
import { mapConcurrent, YieldBudget } from "./map_concurrent.ts";
import { type NameServer, serverText, SystemServers } from "./name_server.ts";
import type { PtrNames } from "./ptr_socket.ts";
import { PtrBatch } from "./ptr_batch.ts";
import type { RecordType } from "./question.ts";
import { type FillRandom, RandomNumbers } from "./name_case.ts";
import type { DnsRecord } from "./records.ts";
import { nameToWire, reverseWireName } from "./wire_name.ts";

export type { RecordType } from "./question.ts";
export type { DnsRecord } from "./records.ts";

export interface DnsClientOptions {
  /** Recursive servers, asked in this order; empty means those of the system. */
  nameServers?: readonly NameServer[];
  /** Reads the system's `resolv.conf`. */
  readResolvConf?: () => Promise<string>;
  random?: FillRandom;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Single questions under way at once, shared fairly among clients; as many wait, for their time. */
  maxInFlight?: number;
  /** How long a silent server is waited for alone. */
  attemptMs?: number;
  /** How long after a question it is sent once more, as its datagram may be lost. */
  resendMs?: number;
}

export interface QuestionOptions {
  /** On whose behalf it is asked; the service's own, unless told. */
  client?: ClientKey;
  signal?: AbortSignal;
  timeoutMs?: number;
}

export interface PtrOptions extends QuestionOptions {
  /** Addresses asked for at once, 1,024 at most. */
  concurrency?: number;
}

export interface DnsResponse {
  /** `NOERROR`, `NXDOMAIN`; `SERVFAIL`, `REFUSED` and their like where no server did better. */
  readonly rcode: string;
  /** The chain of aliases and the records at its end, in the order of the answer. */
  readonly records: readonly DnsRecord[];
  /** The server sent more records than are read of one response. */
  readonly isCut: boolean;
  /** What the server says of its own check of signatures (AD, RFC 4035 section 3.2.3). */
  readonly isAuthentic: boolean;
  /** Address, with the port where it is not 53. */
  readonly server: string;
  readonly elapsedMs: number;
}

/** What an address is called, as its reverse zone has it. */
export interface PtrResult {
  readonly ip: IpAddress;
  /** Escaped, in lower case; empty where there are none, null where nobody answered. */
  readonly names: PtrNames;
}

const TIMEOUT_MS = 5000;
const MAX_CONCURRENCY = 1024;
/** So many answers fit into the kernel's default buffer of a socket. */
const QUESTIONS_PER_LANE = 64;

/**
 * A stub resolver over recursive name servers. Names are asked for as they
 * are: no search domain is ever added.
 */
export class DnsClient implements Disposable {
  readonly #servers: () => Promise<readonly NameServer[]>;
  readonly #random: RandomNumbers;
  readonly #now: () => number;
  readonly #questions: Semaphore;
  readonly #turns = new YieldBudget();
  readonly #attemptMs: number;
  readonly #resendMs: number;
  readonly #running = new Set<CancelScope>();
  #isClosed = false;
  #asked = 0;
  /** It is asked first, or one that is down would eat the time of every question. */
  #answeredLast: NameServer | undefined;

  constructor({
    nameServers = [],
    readResolvConf = () => Deno.readTextFile("/etc/resolv.conf"),
    random = (block) => crypto.getRandomValues(block),
    now = Date.now,
    maxInFlight = 4096,
    attemptMs = 300,
    resendMs = 800,
  }: DnsClientOptions = {}) {
    const system = new SystemServers({ read: readResolvConf, now });
    this.#servers = nameServers.length > 0
      ? () => Promise.resolve(nameServers)
      : () => system.current();
    this.#random = new RandomNumbers(random);
    this.#now = now;
    this.#questions = new Semaphore({
      permits: maxInFlight,
      maxWaiting: maxInFlight,
    });
    this.#attemptMs = attemptMs;
    this.#resendMs = resendMs;
  }

  /** Questions since the start, for the metrics; sending one again counts only where it is asked with more care. */
  get asked(): number {
    return this.#asked;
  }

  /**
   * Asks for the records of one type of a name, which may be escaped as in
   * master files. That there is no such name, or that all servers refuse, is
   * an answer.
   *
   * @throws {DnsError} where no server answered; the signal's reason
   */
  async ask(
    name: string,
    type: RecordType,
    { client = OWN_CLIENT, signal, timeoutMs = TIMEOUT_MS }: QuestionOptions =
      {},
  ): Promise<DnsResponse> {
    const wireName = nameToWire(name);
    if (!wireName) throw new DnsError("name", "this is no domain name");
    using scope = this.#begin(signal);
    const startedAt = this.#now();
    const { server, message } = await this.#queryWithFallback(
      { name: wireName, type },
      await this.#servers(),
      { client, signal: scope.signal, timeoutMs },
    );
    return {
      rcode: message.rcode,
      records: recordsFor(type, message),
      isCut: message.isCut,
      isAuthentic: message.isAuthentic,
      server: serverText(server),
      elapsedMs: this.#now() - startedAt,
    };
  }

  /**
   * Asks for the names of many addresses, and gives them in the order in which
   * the answers come. Whoever stops reading, or aborts, ends it.
   *
   * @param options `timeoutMs` is for each address that got no answer at first
   * @throws {DnsError} where no servers are known; the signal's reason
   */
  async *pointers(
    ips: Iterable<IpAddress> | AsyncIterable<IpAddress>,
    {
      client = OWN_CLIENT,
      signal,
      concurrency = 256,
      timeoutMs = TIMEOUT_MS,
    }: PtrOptions = {},
  ): AsyncGenerator<PtrResult> {
    const atOnce = Math.max(1, Math.min(concurrency, MAX_CONCURRENCY));
    using scope = this.#begin(signal);
    using _turn = this.#turns.begin();
    const limits = { client, signal: scope.signal, timeoutMs };
    const servers = await this.#servers();
    using scan = new PtrBatch({
      servers,
      preferred: () => servers[this.#preferred(servers)],
      random: this.#random,
      lanes: Math.ceil(atOnce / QUESTIONS_PER_LANE),
      attemptMs: this.#attemptMs,
      queryWithFallback: (ip, some) => this.#namesOf(ip, some, limits),
    });
    yield* mapConcurrent<IpAddress, PtrResult>(
      ips,
      (ip, settle) => {
        this.#asked++;
        scan.ask(ip, (names) => settle({ ip, names }));
      },
      {
        concurrency: atOnce,
        signal: scope.signal,
        perTurn: () => this.#turns.perTurn,
      },
    );
  }

  /** Ends all questions. */
  close(): void {
    this.#isClosed = true;
    for (const scope of this.#running) scope.cancel(closed());
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #begin(signal: AbortSignal | undefined): CancelScope {
    if (this.#isClosed) throw closed();
    signal?.throwIfAborted();
    const scope = new CancelScope(signal);
    this.#running.add(scope);
    scope.signal.addEventListener("abort", () => this.#running.delete(scope));
    return scope;
  }

  async #queryWithFallback(
    question: Question,
    servers: readonly NameServer[],
    limits: Required<QuestionOptions>,
  ): Promise<ServerResponse> {
    this.#asked++;
    const first = this.#preferred(servers);
    const startedAt = this.#now();
    using _permit = await this.#permit(limits);
    const waitedMs = Math.max(0, this.#now() - startedAt);
    const answer = await askServers(
      [...servers.slice(first), ...servers.slice(0, first)],
      (server, serverSignal) =>
        askNameServer(question, server, {
          signal: serverSignal,
          random: this.#random,
          resendMs: this.#resendMs,
        }),
      {
        signal: limits.signal,
        attemptMs: this.#attemptMs,
        timeoutMs: Math.max(1, limits.timeoutMs - waitedMs),
      },
    );
    if (isConclusive(answer.message)) this.#answeredLast = answer.server;
    return answer;
  }

  async #permit({ timeoutMs, ...caller }: Required<QuestionOptions>) {
    try {
      return await this.#questions.acquire(caller, { timeoutMs });
    } catch (cause) {
      if (!(cause instanceof SemaphoreError)) throw cause;
      const message = "too many names are being looked up";
      throw new DnsError("busy", message, { cause });
    }
  }

  /** The names of an address; nobody's answer is no reason to end a scan. */
  async #namesOf(
    ip: IpAddress,
    servers: readonly NameServer[],
    limits: Required<QuestionOptions>,
  ): Promise<PtrNames> {
    try {
      const { message } = await this.#queryWithFallback(
        { name: reverseWireName(ip), type: "PTR" },
        servers,
        limits,
      );
      return isConclusive(message) ? pointerNames(message) : null;
    } catch {
      return null;
    }
  }

  /** Which of the servers is to be asked first. */
  #preferred(servers: readonly NameServer[]): number {
    const last = this.#answeredLast;
    if (!last) return 0;
    const index = servers.findIndex(({ ip, port }) =>
      ip === last.ip && port === last.port
    );
    return Math.max(0, index);
  }
}

function closed(): DnsError {
  return new DnsError("closed", "the DNS client is closed");
}
