import { withDeadline } from "../core/deadline.ts";
import { cleanText } from "../core/text.ts";
import type { ListedWebsite } from "./view/analytics_errors.ts";
import {
  AnalyticsError,
  failureOf,
  isDenial,
  isRefusal,
} from "./analytics_error.ts";
import type { AnalyticsSettings } from "./settings.ts";
import {
  activeResponse,
  type Metrics,
  metricsResponse,
  type Pageviews,
  pageviewsResponse,
  type Stats,
  statsResponse,
  type Website,
  websiteAnswer,
  websitesResponse,
} from "./umami_responses.ts";
import {
  UmamiHttp,
  type UmamiHttpDeps,
  UmamiSession,
  withoutAbsence,
} from "./umami_session.ts";
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

export type List = (typeof LISTS)[number];

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
const MAX_LISTED = 10;

export interface UmamiClientDeps extends UmamiHttpDeps {
  /** For each optional part of a dashboard. */
  readonly partTimeoutMs?: number;
}

/** Queries an Umami server, self-hosted or in the cloud, for the data of a dashboard. */
export class UmamiClient {
  readonly #settings: AnalyticsSettings;
  readonly #http: UmamiHttp;
  readonly #session: UmamiSession;
  readonly #partTimeoutMs: number;

  constructor({ partTimeoutMs = 6_000, ...parts }: UmamiClientDeps) {
    this.#settings = parts.settings;
    this.#partTimeoutMs = partTimeoutMs;
    this.#http = new UmamiHttp(parts);
    this.#session = new UmamiSession(this.#http, parts.settings.credentials);
  }

  /**
   * Logs in if there is no token, and once more if it is no longer valid: at most
   * two logins and three checks of a token.
   *
   * @throws {AnalyticsError} or the reason of the signal
   */
  async ask(window: Window, signal: AbortSignal): Promise<UmamiResponses> {
    const kept = await this.#session.token(signal);
    try {
      return await this.#gather(kept, window, signal);
    } catch (error) {
      if (!isDenial(error)) throw error;
      if (await this.#session.isValid(kept, signal)) {
        throw await this.#whyDenied(error, kept, signal);
      }
    }
    // The token has expired, or the server was restarted.
    this.#session.forget();
    const token = await this.#session.token(signal);
    try {
      return await this.#gather(token, window, signal);
    } catch (error) {
      if (!isDenial(error)) throw error;
      throw await this.#whyDenied(error, token, signal);
    }
  }

  async #gather(
    token: string,
    window: Window,
    signal: AbortSignal,
  ): Promise<UmamiResponses> {
    const website = await this.#shown(token, signal);
    const own = `/websites/${website.id}`;
    const { current, before } = window;
    const stats = (span: Span, inner: AbortSignal) =>
      this.#http.get(`${own}/stats`, statsResponse, inner, {
        token,
        query: queryOf(span, window),
      });
    const pageviews = (span: Span, inner: AbortSignal) =>
      this.#http.get(`${own}/pageviews`, pageviewsResponse, inner, {
        token,
        query: queryOf(span, window),
      });
    const metrics = (type: string, inner: AbortSignal) =>
      this.#http.get(`${own}/metrics`, metricsResponse, inner, {
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
            this.#http.get(`${own}/active`, activeResponse, part, { token }),
          inner,
        ),
        ...LISTS.map((list) =>
          this.#ifPossible(
            (part) =>
              metrics(list, part).catch((error) => {
                // Umami 2 calls a path a URL.
                if (list !== "path" || !isRefusal(error, [400])) throw error;
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

  /** The configured website, or the only one of the account. */
  async #shown(token: string, signal: AbortSignal): Promise<Website> {
    const { websiteId } = this.#settings;
    if (websiteId === undefined) {
      const websites = await this.#websites(token, signal);
      if (websites.length === 1) return websites[0];
      throw new AnalyticsError({
        code: "website_not_chosen",
        listed: listedOf(websites),
      });
    }
    const website = await this.#website(token, signal).catch((error) => {
      // If the website can't be read, its figures still can.
      if (isDenial(error) || !(error instanceof AnalyticsError)) throw error;
      return { id: websiteId };
    });
    if (website !== null) return { ...website, id: websiteId };
    // For administrators, servers return zero visits for any ID, even an unknown one.
    const listed = await this.#websites(token, signal).catch((error) => {
      // A server that returns null for everything is not Umami.
      const isOther = failureOf(error)?.code === "wrong_shape";
      if (isOther || !(error instanceof AnalyticsError)) throw error;
      return [];
    });
    throw unknownWebsite(listed);
  }

  /** A server denies a website that the account may not see in the same way as an invalid token. */
  async #whyDenied(
    denial: AnalyticsError,
    token: string,
    signal: AbortSignal,
  ): Promise<AnalyticsError> {
    try {
      if (this.#settings.websiteId === undefined) {
        await this.#websites(token, signal);
        return denial;
      }
      return await this.#isSeen(token, signal)
        ? denial
        : unknownWebsite(await this.#websites(token, signal));
    } catch (error) {
      if (!(error instanceof AnalyticsError)) throw error;
      const cause = withoutAbsence(error);
      if (cause !== error && cause instanceof AnalyticsError) return cause;
      return isDenial(error) && "apiKey" in this.#settings.credentials
        ? new AnalyticsError({ code: "wrong_key" })
        : denial;
    }
  }

  async #isSeen(token: string, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#website(token, signal) !== null;
    } catch (error) {
      if (isDenial(error)) return false;
      throw error;
    }
  }

  /** Read by ID, because lists omit websites of teams that the account is only a member of. */
  #website(token: string, signal: AbortSignal) {
    const path = `/websites/${this.#settings.websiteId}`;
    return this.#http.get(path, websiteAnswer, signal, { token });
  }

  /** The first websites that the account and its teams own. */
  #websites(token: string, signal: AbortSignal): Promise<Website[]> {
    return this.#http.get("/websites", websitesResponse, signal, {
      token,
      query: { page: "1", includeTeams: "true" },
    });
  }
}

/** Suggests the right ID. */
function unknownWebsite(websites: readonly Website[]): AnalyticsError {
  const listed = listedOf(websites);
  return new AnalyticsError({ code: "website_unknown", listed });
}

function listedOf(websites: readonly Website[]): ListedWebsite[] {
  return websites.slice(0, MAX_LISTED).flatMap((website) => {
    const [id, name] = [cleanText(website.id), cleanText(website.name)];
    return id && name ? [{ id, name }] : [];
  });
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
  const onAbort = () => controller.abort(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  const pieces = start(controller.signal);
  try {
    return await Promise.all(pieces) as unknown as T;
  } finally {
    signal.removeEventListener("abort", onAbort);
    controller.abort();
    await Promise.allSettled(pieces);
  }
}
