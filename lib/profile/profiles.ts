import { withDeadline } from "../async/deadline.ts";
import { SingleFlight } from "../async/single_flight.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { isBogon } from "./bogons.ts";
import { type Checkable, Circuit } from "./circuit.ts";
import { LruMap } from "./lru.ts";
import { type Contribution, inOrder, withoutEmpty } from "./merge.ts";
import { bogonProfile, mergedProfile } from "./merged_profile.ts";
import { KINDS, type Order } from "./orders.ts";
import type {
  Findings,
  LocalSource,
  Profile,
  RemoteSource,
} from "./profile.ts";

/** A profile, and when it was saved if it came out of the cache. */
export interface Description {
  readonly profile: Profile;
  /** Milliseconds since the epoch; null when it was put together just now. */
  readonly savedAt: number | null;
}

/** A description, and whether it is all there is to say. */
export interface WeighedDescription extends Description {
  /** False where a source was late, failed or was not asked: what is missing may be known in a moment. */
  readonly isComplete: boolean;
}

export interface ProfilesOptions {
  /** Within a kind the earlier source is believed first. */
  local: readonly LocalSource[];
  remote?: readonly AskedSource[];
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Profiles kept, for each order. */
  maxKept?: number;
  /** The longest all remote sources together are waited for. */
  timeoutMs?: number;
}

type AskedSource = RemoteSource & Partial<Checkable>;

interface Guarded {
  readonly source: AskedSource;
  readonly circuit: Circuit;
}

interface Kept extends WeighedDescription {
  readonly expiresAt: number;
}

interface Asked {
  readonly contribution: Contribution | null;
  readonly lifetimeMs: number;
}

/** How long a profile is kept that rests on local tables alone. */
const LOCAL_LIFETIME_MS = 3_600_000;
/** A profile that lacks an answer is no more than a stopgap. */
const INCOMPLETE_LIFETIME_MS = 60_000;

/** Puts profiles together from all sources, and keeps them for a while. */
export class Profiles {
  readonly #localByOrder: Record<Order, readonly LocalSource[]>;
  readonly #remote: readonly Guarded[];
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #kept: Record<Order, LruMap<string, Kept>>;
  readonly #flights = new SingleFlight<WeighedDescription>();

  constructor(
    { local, remote = [], now, maxKept = 20_000, timeoutMs = 2500 }:
      ProfilesOptions,
  ) {
    this.#localByOrder = {
      v1: inOrder(local, KINDS.v1.elsewhere),
      v2: inOrder(local, KINDS.v2.elsewhere),
    };
    this.#remote = remote.map((source) => ({
      source,
      circuit: new Circuit(now),
    }));
    this.#now = now;
    this.#timeoutMs = timeoutMs;
    this.#kept = { v1: new LruMap(maxKept), v2: new LruMap(maxKept) };
  }

  /**
   * Describes an address by all sources of the order. A source that fails or is
   * late is left out; only the signal makes it reject.
   */
  describe(
    ip: IpAddress,
    { order = "v1", signal }: { order?: Order; signal: AbortSignal },
  ): Promise<WeighedDescription> {
    const kept = this.cached(ip, order);
    if (kept) return Promise.resolve(kept);
    if (isBogon(ip)) {
      return Promise.resolve({
        profile: bogonProfile(ip),
        savedAt: null,
        isComplete: true,
      });
    }
    return this.#flights.run(
      `${order} ${ip.text}`,
      (flight) => this.#ask(ip, order, flight),
      signal,
    );
  }

  /** The kept description of an address, if there is one. */
  cached(ip: IpAddress, order: Order = "v1"): WeighedDescription | null {
    const kept = this.#kept[order].get(ip.text);
    if (!kept) return null;
    if (kept.expiresAt > this.#now()) return kept;
    this.#kept[order].delete(ip.text);
    return null;
  }

  /** Describes an address by the tables in memory alone, and keeps nothing. */
  describeLocal(ip: IpAddress, order: Order = "v1"): Profile {
    if (isBogon(ip)) return bogonProfile(ip);
    const said = this.#askLocal(ip, order);
    return mergedProfile(ip, order, said, [], this.#now());
  }

  async #ask(
    ip: IpAddress,
    order: Order,
    signal: AbortSignal,
  ): Promise<WeighedDescription> {
    const remote = this.#remote.filter(({ source }) =>
      KINDS[order].elsewhere.includes(source.kind)
    );
    const [loaded, asked] = await Promise.all([
      this.#localAreLoaded(ip),
      this.#askRemote(remote, ip, signal),
    ]);
    const answers = asked.flatMap(({ contribution }) => contribution ?? []);
    const profile = mergedProfile(
      ip,
      order,
      this.#askLocal(ip, order),
      answers,
      this.#now(),
    );
    const lifetimeMs = Math.min(
      loaded ? LOCAL_LIFETIME_MS : INCOMPLETE_LIFETIME_MS,
      ...asked.map((answer) => answer.lifetimeMs),
    );
    const isComplete = loaded &&
      asked.every(({ contribution }) => contribution !== null);
    if (!signal.aborted) {
      const savedAt = this.#now();
      this.#kept[order].set(ip.text, {
        profile,
        savedAt,
        isComplete,
        expiresAt: savedAt + lifetimeMs,
      });
    }
    return { profile, savedAt: null, isComplete };
  }

  /** Waits for tables that are on their way; false when some cannot be had. */
  async #localAreLoaded(ip: IpAddress): Promise<boolean> {
    const pending = this.#localByOrder.v2.flatMap((source) =>
      source.pending?.(ip) ?? []
    );
    const outcomes = await Promise.allSettled(pending);
    return outcomes.every(({ status }) => status === "fulfilled");
  }

  /** In the order for addresses outside China: most are. */
  #askLocal(ip: IpAddress, order: Order): Contribution[] {
    return this.#localByOrder[order].map((source) => ({
      source: source.name,
      kind: source.kind,
      ...findingsOrNone(source, ip),
    }));
  }

  /** Asks all at once, each under its own limit and all under one. */
  #askRemote(
    remote: readonly Guarded[],
    ip: IpAddress,
    signal: AbortSignal,
  ): Promise<Asked[]> {
    return Promise.all(remote.map(async (guarded) => {
      const { source, circuit } = guarded;
      const { name, kind, lifetimeMs, emptyLifetimeMs } = source;
      const nothing = {
        contribution: null,
        lifetimeMs: INCOMPLETE_LIFETIME_MS,
      };
      if (!circuit.allows()) return nothing;
      const limitMs = Math.min(source.timeoutMs, this.#timeoutMs);
      try {
        const answer = await withDeadline(
          limitMs,
          (limited) => source.lookup(ip, limited),
          signal,
        );
        circuit.succeeded();
        const facts = withoutEmpty(answer.facts);
        const { evidence } = answer;
        const isEmpty = Object.keys(facts).length === 0 && !evidence?.length;
        return {
          contribution: { source: name, kind, facts, evidence },
          lifetimeMs: isEmpty ? emptyLifetimeMs : lifetimeMs,
        };
      } catch {
        // Callers that have gone say nothing about the source.
        if (!signal.aborted) this.#report(guarded, limitMs);
        return nothing;
      }
    }));
  }

  /** Tells the circuit of a failure, unless the source turns out to be well. Not to be waited for; never rejects. */
  async #report({ source, circuit }: Guarded, limitMs: number): Promise<void> {
    try {
      if (!source.check) return circuit.failed();
      await withDeadline(limitMs, (limited) => source.check!(limited));
      circuit.succeeded();
    } catch {
      circuit.failed();
    }
  }
}

const NONE: Findings = Object.freeze({ facts: {} });

function findingsOrNone(source: LocalSource, ip: IpAddress): Findings {
  try {
    return source.lookup(ip);
  } catch {
    // A damaged table says nothing; the others still do.
    return NONE;
  }
}
