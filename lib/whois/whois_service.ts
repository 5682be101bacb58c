import { withDeadline } from "../core/deadline.ts";
import { FairFlights } from "../core/fair_flights.ts";
import type { Caller } from "../core/caller.ts";
import { SemaphoreError } from "../core/semaphore.ts";
import { AppError } from "../core/errors.ts";
import type { RegistryFailure } from "../core/error_reasons.ts";
import type { Domain } from "../net/domain.ts";
import type { RdapClient } from "./rdap/rdap_client.ts";
import { RegistryError } from "./rdap/registry_error.ts";
import { type Outcome, RegistrationCache } from "./registration_cache.ts";
import { firstRegistered, type FoundName } from "./names_above.ts";
import {
  autnumRegistration,
  domainRegistration,
  networkRegistration,
} from "./rdap_registration.ts";
import type { Registration } from "./registration.ts";
import type { WhoisClient } from "./whois_client.ts";
import {
  notAssigned,
  notRegistered,
  queryFailed,
  tooManyUnderWay,
} from "./whois_errors.ts";
import { whoisRegistration } from "./whois_registration.ts";
import type { WhoisTarget } from "./whois_target.ts";

export interface WhoisServiceOptions {
  rdap: Pick<RdapClient, "ip" | "block" | "autnum" | "domain">;
  /** Asked for names whose registry has no RDAP server, or one that fails. */
  whois?: Pick<WhoisClient, "domain">;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The longest that RDAP, and whois behind it, may take. */
  rdapMs?: number;
  whoisMs?: number;
  /** Questions under way, shared fairly among clients. */
  maxUnderWay?: number;
  /** The longest wait for a turn. */
  waitMs?: number;
}

const RDAP_MS = 8_000;
const WHOIS_MS = 12_000;
const MAX_UNDER_WAY = 32;
const WAIT_MS = 5_000;
const DAY_MS = 86_400_000;
/** A name can be registered any minute. */
const NOTHING_MS = 600_000;
/** Whoever reloads the page does not ask again. */
const FAILURE_MS = 30_000;

type DomainTarget = WhoisTarget & { readonly kind: "domain" };

/** What the registries have written down of names, addresses and autonomous systems. Answers are kept for a day. */
export class WhoisService {
  readonly #options: Required<
    Omit<WhoisServiceOptions, "whois" | "maxUnderWay">
  >;
  readonly #whois: WhoisServiceOptions["whois"];
  readonly #kept: RegistrationCache;
  readonly #flights: FairFlights<Outcome>;

  constructor(
    {
      whois,
      rdapMs = RDAP_MS,
      whoisMs = WHOIS_MS,
      maxUnderWay = MAX_UNDER_WAY,
      waitMs = WAIT_MS,
      ...options
    }: WhoisServiceOptions,
  ) {
    this.#options = { ...options, rdapMs, whoisMs, waitMs };
    this.#flights = new FairFlights({
      permits: maxUnderWay,
      maxWaiting: 4 * maxUnderWay,
    });
    this.#whois = whois;
    this.#kept = new RegistrationCache(options.now);
  }

  /**
   * The registration of a target, or of the name it lies in.
   *
   * @throws {AppError} 404 `NOT_FOUND` where nothing is registered, 422 `QUERY_FAILED` where nobody answers, 503 `SERVICE_UNAVAILABLE` with when to come back; the signal's reason
   */
  async describe(
    target: WhoisTarget,
    caller: Caller,
  ): Promise<Registration> {
    const { text } = target;
    const kept = this.#kept.get(text);
    if (kept) return registrationOf(kept);
    try {
      return registrationOf(
        await this.#flights.run(
          text,
          caller,
          // Another caller may have asked while this one waited for its turn.
          async ({ signal }) =>
            this.#kept.get(text) ?? await this.#outcome(target, signal),
          { timeoutMs: this.#options.waitMs },
        ),
      );
    } catch (error) {
      throw error instanceof SemaphoreError ? tooManyUnderWay(error) : error;
    }
  }

  async #outcome(target: WhoisTarget, signal: AbortSignal): Promise<Outcome> {
    const outcome = await this.#ask(target, signal).catch((error) => {
      signal.throwIfAborted();
      return faultOf(target, error);
    });
    this.#kept.set(target.text, outcome, lifetimeOf(outcome));
    return outcome;
  }

  async #ask(target: WhoisTarget, signal: AbortSignal): Promise<Outcome> {
    const { rdapMs } = this.#options;
    const found = target.kind === "domain"
      ? await this.#name(target, signal)
      : await withDeadline(rdapMs, (limited) =>
        this.#number(target, limited), signal);
    return found ?? notRegistered(target.text);
  }

  async #number(
    target: Exclude<WhoisTarget, DomainTarget>,
    signal: AbortSignal,
  ): Promise<Registration | null> {
    const { rdap } = this.#options;
    if (target.kind === "asn") {
      const answer = await rdap.autnum(target.asn, signal);
      return answer && autnumRegistration(answer, this.#asked(target));
    }
    const answer = target.kind === "address"
      ? await rdap.ip(target.ip, signal)
      : await rdap.block(target.cidr, signal);
    return answer && networkRegistration(answer, this.#asked(target));
  }

  async #name(
    target: DomainTarget,
    signal: AbortSignal,
  ): Promise<Registration | null> {
    const { rdap, rdapMs, whoisMs } = this.#options;
    const whois = this.#whois;
    const search = <T>(
      timeoutMs: number,
      ask: (name: Domain, signal: AbortSignal) => Promise<T | null>,
    ): Promise<FoundName<T> | null> =>
      withDeadline(
        timeoutMs,
        (limited) =>
          firstRegistered(target.domain, (name) => ask(name, limited)),
        signal,
      );
    let failure: unknown;
    try {
      const found = await search(rdapMs, async (name, limited) => {
        const answer = await rdap.domain(name, limited);
        return answer && domainRegistration(answer, {
          ...this.#asked(target),
          name: name.ascii,
        });
      });
      return found && found.answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!whois || failureOf(error) === null) throw error;
      failure = error;
    }
    try {
      const found = await search(
        whoisMs,
        (name, limited) => whois.domain(name, limited),
      );
      return found && whoisRegistration(found.answer, {
        ...this.#asked(target),
        name: found.name.ascii,
      });
    } catch (error) {
      signal.throwIfAborted();
      // What RDAP failed with says more, unless there was nobody to ask.
      throw isNoServer(failure) || failureOf(error) === null ? error : failure;
    }
  }

  #asked({ text }: WhoisTarget) {
    return { target: text, atMs: this.#options.now() };
  }
}

function registrationOf(outcome: Outcome): Registration {
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

function lifetimeOf(outcome: Outcome): number {
  if (!(outcome instanceof AppError)) return DAY_MS;
  return outcome.status === 404 ? NOTHING_MS : FAILURE_MS;
}

/** @throws what is no failure of a registry */
function faultOf({ kind, text }: WhoisTarget, error: unknown): AppError {
  if (kind !== "domain" && isNoServer(error)) return notAssigned(text);
  const failure = failureOf(error);
  if (failure === null) throw error;
  return queryFailed(failure, error);
}

/** Null for what is no failure of a registry. */
function failureOf(error: unknown): RegistryFailure | null {
  if (error instanceof RegistryError) return error.code;
  return error instanceof DOMException && error.name === "TimeoutError"
    ? "timeout"
    : null;
}

function isNoServer(error: unknown): boolean {
  return error instanceof RegistryError && error.code === "no_server";
}
