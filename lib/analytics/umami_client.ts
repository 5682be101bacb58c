import { withDeadline } from "../core/deadline.ts";
import { failureOf, hasStatus, isAccessDenied } from "./analytics_error.ts";
import {
  activeResponse,
  type Metrics,
  metricsResponse,
  type Pageviews,
  pageviewsResponse,
  type Stats,
  statsResponse,
  type Website,
} from "./umami_responses.ts";
import {
  UmamiHttp,
  type UmamiHttpDeps,
  UmamiSession,
} from "./umami_session.ts";
import { UmamiWebsites } from "./umami_websites.ts";
import type { Span, Window } from "./window.ts";

/** The lists of a dashboard, by the name of Umami's metric. */
export const LISTS = [
  "path",
  "referrer",
  "country",
  "region",
  "browser",
  "device",
] as const;

type List = (typeof LISTS)[number];

/**
 * The responses for a dashboard. A part is null if the server refused it, did not
 * send it in time, or sent it in an unknown format; the rest is shown.
 */
export interface UmamiResponses {
  readonly website: Website;
  readonly current: Stats;
  readonly before: Stats;
  readonly pageviews: Pageviews;
  readonly pageviewsBefore: Pageviews | null;
  readonly lists: Readonly<Record<List, Metrics | null>>;
  /** Visitors of the last five minutes. */
  readonly active: number | null;
}

/** More countries than there are, so that visitors without a country can be calculated. */
const MAX_COUNTRIES = 500;
/** More rows than are shown, because a server need not sort them. */
const MAX_ROWS = 100;

interface UmamiClientDeps extends UmamiHttpDeps {
  /** For each optional part of a dashboard. */
  readonly partTimeoutMs?: number;
}

/** Queries an Umami server, self-hosted or in the cloud, for the data of a dashboard. */
export class UmamiClient {
  readonly #http: UmamiHttp;
  readonly #session: UmamiSession;
  readonly #websites: UmamiWebsites;
  readonly #partTimeoutMs: number;

  constructor({ partTimeoutMs = 6_000, ...parts }: UmamiClientDeps) {
    this.#partTimeoutMs = partTimeoutMs;
    this.#http = new UmamiHttp(parts);
    this.#session = new UmamiSession(this.#http, parts.settings.credentials);
    this.#websites = new UmamiWebsites(this.#http, parts.settings);
  }

  /**
   * Logs in if there is no token, and once more if it is no longer valid: at most
   * two logins and three checks of a token.
   *
   * @throws {AnalyticsError} or the reason of the signal
   */
  async ask(window: Window, signal: AbortSignal): Promise<UmamiResponses> {
    const firstToken = await this.#session.token(signal);
    try {
      return await this.#gather(firstToken, window, signal);
    } catch (error) {
      if (!isAccessDenied(error)) throw error;
      if (await this.#session.isValid(firstToken, signal)) {
        throw await this.#websites.whyDenied(error, firstToken, signal);
      }
    }
    // The token has expired, or the server was restarted.
    this.#session.forget();
    const token = await this.#session.token(signal);
    try {
      return await this.#gather(token, window, signal);
    } catch (error) {
      if (!isAccessDenied(error)) throw error;
      throw await this.#websites.whyDenied(error, token, signal);
    }
  }

  async #gather(
    token: string,
    window: Window,
    signal: AbortSignal,
  ): Promise<UmamiResponses> {
    const website = await this.#websites.shown(token, signal);
    const own = `/websites/${website.id}`;
    const { current, before } = window;
    const stats = (span: Span, inner: AbortSignal) =>
      this.#http.request(`${own}/stats`, statsResponse, inner, {
        token,
        query: queryOf(span, window),
      });
    const pageviews = (span: Span, inner: AbortSignal) =>
      this.#http.request(`${own}/pageviews`, pageviewsResponse, inner, {
        token,
        query: queryOf(span, window),
      });
    const metrics = (type: string, inner: AbortSignal) =>
      this.#http.request(`${own}/metrics`, metricsResponse, inner, {
        token,
        query: {
          ...queryOf(current, window),
          type,
          limit: `${type === "country" ? MAX_COUNTRIES : MAX_ROWS}`,
        },
      });
    const [now, then, series, seriesBefore, active, ...lists] = await allOf(
      signal,
      (inner) => [
        stats(current, inner),
        stats(before, inner),
        pageviews(current, inner),
        this.#ifPossible((part) => pageviews(before, part), inner),
        this.#ifPossible(
          (part) =>
            this.#http.request(`${own}/active`, activeResponse, part, {
              token,
            }),
          inner,
        ),
        ...LISTS.map((list) =>
          this.#ifPossible(
            (part) =>
              metrics(list, part).catch((error) => {
                // Umami 2 calls a path a URL.
                if (list !== "path" || !hasStatus(error, [400])) throw error;
                return metrics("url", part);
              }),
            inner,
          )
        ),
      ],
    );
    return {
      website,
      current: now,
      before: then,
      pageviews: series,
      pageviewsBefore: seriesBefore,
      lists: Object.fromEntries(
        LISTS.map((list, i) => [list, lists[i]]),
      ) as UmamiResponses["lists"],
      active,
    };
  }

  /** The result of an optional query; null if the server fails. */
  async #ifPossible<T>(
    work: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T | null> {
    try {
      return await withDeadline(this.#partTimeoutMs, work, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!failureOf(error)) throw error;
      return null;
    }
  }
}

/** Whole units in UTC. Two versions require unit and time zone, and the others accept them. */
function queryOf(
  { startMs, endMs }: Span,
  { unit }: Window,
): Record<string, string> {
  return {
    startAt: `${startMs}`,
    endAt: `${endMs}`,
    unit,
    timezone: "UTC",
  };
}

/** The results of concurrent work. The first failure aborts the rest. */
async function allOf<T extends readonly unknown[]>(
  signal: AbortSignal,
  start: (signal: AbortSignal) => { [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const pieces = start(AbortSignal.any([signal, controller.signal]));
  try {
    return await Promise.all(pieces) as unknown as T;
  } finally {
    controller.abort();
    await Promise.allSettled(pieces);
  }
}
