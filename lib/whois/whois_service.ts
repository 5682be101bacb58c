import { withDeadline } from "../core/deadline.ts";
import { FairFlights } from "../core/single_flight.ts";
import type { Caller } from "../core/fair_queue.ts";
import { SemaphoreError } from "../core/semaphore.ts";
import { AppError, notFound } from "../core/errors.ts";
import type { Domain } from "../net/domain.ts";
import type { RdapClient } from "./rdap/rdap_client.ts";
import { failureOf, hasText, isNoServer } from "./rdap/registry_error.ts";
import { type Outcome, RegistrationCache } from "./registration_cache.ts";
import type { Registration } from "./registration.ts";
import {
  findRegistered,
  registrableNames,
  type WhoisTarget,
} from "./whois_target.ts";
import {
  autnumRegistration,
  domainRegistration,
  entityRegistration,
  networkRegistration,
} from "./rdap_registration.ts";
import type { WhoisClient } from "./whois_client.ts";
import {
  queryFailed,
  tooManyLookups,
  UninterpretedError,
} from "./whois_errors.ts";
import { numberRegistration, whoisRegistration } from "./whois_registration.ts";

export interface WhoisServiceOptions {
  rdap: Pick<RdapClient, "ip" | "block" | "autnum" | "domain" | "entity">;
  /** Queried if a registry has no RDAP server, or if that server fails. */
  whois?: Pick<WhoisClient, "domain" | "number">;
  now: () => number;
  rdapTimeoutMs?: number;
  /** Maximum number of concurrent queries, shared fairly among clients. */
  maxConcurrent?: number;
  queueTimeoutMs?: number;
}

const RDAP_TIMEOUT_MS = 8_000;
const WHOIS_TIMEOUT_MS = 12_000;
const MAX_CONCURRENT = 32;
const QUEUE_TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
/** Short, since a name can be registered at any minute. */
const NOT_FOUND_MS = 600_000;
/** Long enough that reloading the page does not repeat the query. */
const FAILURE_MS = 30_000;

/**
 * Looks up registrations of names, addresses and autonomous systems. Caches
 * results for a day.
 */
export class WhoisService {
  readonly #options: Required<
    Omit<WhoisServiceOptions, "whois" | "maxConcurrent">
  >;
  readonly #whois: WhoisServiceOptions["whois"];
  readonly #cache: RegistrationCache;
  readonly #flights: FairFlights<Outcome>;

  constructor(
    {
      whois,
      rdapTimeoutMs = RDAP_TIMEOUT_MS,
      maxConcurrent = MAX_CONCURRENT,
      queueTimeoutMs = QUEUE_TIMEOUT_MS,
      ...options
    }: WhoisServiceOptions,
  ) {
    this.#options = {
      ...options,
      rdapTimeoutMs,
      queueTimeoutMs,
    };
    this.#flights = new FairFlights({
      permits: maxConcurrent,
      maxWaiting: 4 * maxConcurrent,
    });
    this.#whois = whois;
    this.#cache = new RegistrationCache(options.now);
  }

  /**
   * The registration of a target, or of the closest registered parent of a
   * name.
   *
   * @throws {AppError} 404 `NOT_FOUND` if nothing is registered, 422
   * `QUERY_FAILED` if no registry gives a usable response, 503
   * `SERVICE_UNAVAILABLE` with `Retry-After` if too many queries are running;
   * the signal's reason
   */
  async describe(target: WhoisTarget, caller: Caller): Promise<Registration> {
    const { text } = target;
    const cached = this.#cache.get(text);
    if (cached) return registrationOf(cached);
    try {
      return registrationOf(
        await this.#flights.run(
          text,
          caller,
          // Another caller may have fetched it while this one was queued.
          async ({ signal }) =>
            this.#cache.get(text) ?? await this.#fetch(target, signal),
          { timeoutMs: this.#options.queueTimeoutMs },
        ),
      );
    } catch (error) {
      throw error instanceof SemaphoreError ? tooManyLookups(error) : error;
    }
  }

  /**
   * The registration of a name or of its closest registered parent, if somebody
   * asked for it within the last day; null otherwise. Asks nobody.
   */
  known(domain: Domain): Registration | null {
    for (const { ascii } of registrableNames(domain)) {
      const outcome = this.#cache.get(ascii);
      if (outcome && !(outcome instanceof AppError)) return outcome;
    }
    return null;
  }

  async #fetch(target: WhoisTarget, signal: AbortSignal): Promise<Outcome> {
    const outcome = await this.#query(target, signal).catch((error) => {
      signal.throwIfAborted();
      return this.#appErrorOf(target, error);
    });
    this.#cache.set(target.text, outcome, lifetimeOf(outcome));
    return outcome;
  }

  async #query(target: WhoisTarget, signal: AbortSignal): Promise<Outcome> {
    const whois = this.#whois;
    const overRdap = () =>
      withDeadline(
        this.#options.rdapTimeoutMs,
        (limited) => this.#overRdap(target, limited),
        signal,
      );
    // Whois servers know only handles of their own.
    const overWhois = whois && target.kind !== "entity" && (() =>
      withDeadline(
        WHOIS_TIMEOUT_MS,
        (limited) => this.#overWhois(target, whois, limited),
        signal,
      ));
    // IANA's whois server describes top-level domains.
    const isTopLevel = target.kind === "domain" &&
      !target.domain.ascii.includes(".");
    const found = overWhois && isTopLevel
      ? await overWhois()
      : await this.#eitherWay(overRdap, overWhois || undefined, signal);
    return found ??
      notFound({ reason: "not_registered", target: target.text });
  }

  async #overRdap(
    target: WhoisTarget,
    signal: AbortSignal,
  ): Promise<Registration | null> {
    const { rdap } = this.#options;
    const query = () => this.#queryOf(target);
    switch (target.kind) {
      case "domain": {
        const found = await findRegistered(target.domain, async (name) => {
          const response = await rdap.domain(name, signal);
          return response &&
            domainRegistration(response, { ...query(), name: name.ascii });
        });
        return found && found.response;
      }
      case "entity": {
        const response = await rdap.entity(target.text, signal);
        return response && entityRegistration(response, query());
      }
      case "asn": {
        const response = await rdap.autnum(target.asn, signal);
        return response && autnumRegistration(response, query());
      }
      default: {
        const response = target.kind === "address"
          ? await rdap.ip(target.ip, signal)
          : await rdap.block(target.cidr, signal);
        return response && networkRegistration(response, query());
      }
    }
  }

  async #overWhois(
    target: Exclude<WhoisTarget, { readonly kind: "entity" }>,
    whois: NonNullable<WhoisServiceOptions["whois"]>,
    signal: AbortSignal,
  ): Promise<Registration | null> {
    if (target.kind === "domain") {
      const found = await findRegistered(
        target.domain,
        (name) => whois.domain(name, signal),
      );
      return found && whoisRegistration(found.response, {
        ...this.#queryOf(target),
        name: found.name.ascii,
      });
    }
    const response = await whois.number(target, signal);
    const kind = target.kind === "asn" ? "asn" : "ip";
    return response &&
      numberRegistration(response, { ...this.#queryOf(target), kind });
  }

  /** The result over RDAP; over whois if RDAP fails. */
  async #eitherWay(
    overRdap: () => Promise<Registration | null>,
    overWhois: (() => Promise<Registration | null>) | undefined,
    signal: AbortSignal,
  ): Promise<Registration | null> {
    let failure: unknown;
    try {
      return await overRdap();
    } catch (error) {
      signal.throwIfAborted();
      if (!overWhois || failureOf(error) === null) throw error;
      failure = error;
    }
    try {
      return await overWhois();
    } catch (error) {
      signal.throwIfAborted();
      // The RDAP error says more than whois, unless it only says that there is
      // no server, or whois has sent a text.
      const isBetter = isNoServer(failure) || failureOf(error) === null ||
        (hasText(error) && !hasText(failure));
      throw isBetter ? error : failure;
    }
  }

  /** @throws the error itself if it does not come from a registry */
  #appErrorOf({ kind, text }: WhoisTarget, error: unknown): AppError {
    if (kind !== "domain" && isNoServer(error)) {
      return notFound({ reason: "not_assigned", target: text });
    }
    const failure = failureOf(error);
    if (failure === null) throw error;
    if (failure === "no_server" || !hasText(error)) {
      return queryFailed(failure, error);
    }
    const { source, server, text: sent } = error.response;
    return new UninterpretedError(failure, {
      source,
      server,
      raw: { type: "text", text: sent },
      fetchedAt: new Date(this.#options.now()).toISOString(),
    }, error);
  }

  #queryOf({ text }: WhoisTarget) {
    return { target: text, atMs: this.#options.now() };
  }
}

function registrationOf(outcome: Outcome): Registration {
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

function lifetimeOf(outcome: Outcome): number {
  if (!(outcome instanceof AppError)) return DAY_MS;
  return outcome.status === 404 ? NOT_FOUND_MS : FAILURE_MS;
}
