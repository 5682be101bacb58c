import { cleanText } from "../core/text.ts";
import type { ListedWebsite } from "./view/analytics_errors.ts";
import { AnalyticsError, isDenial } from "./analytics_error.ts";
import type { AnalyticsSettings } from "./settings.ts";
import {
  type Metrics,
  metricsResponse,
  type Pageviews,
  pageviewsResponse,
  type Stats,
  statsResponse,
  websiteAnswer,
  websitesResponse,
} from "./umami_responses.ts";
import { UmamiHttp, type UmamiHttpDeps } from "./umami_http.ts";
import { UmamiSession, withoutAbsence } from "./umami_session.ts";
import type { Span, Window } from "./window.ts";

/** The responses that a dashboard is made of. */
export interface UmamiResponses {
  readonly current: Stats;
  readonly before: Stats;
  readonly pageviews: Pageviews;
  readonly countries: Metrics;
  readonly regions: Metrics;
}

/** More than there are, so that visitors without a country can be calculated. */
const MAX_COUNTRIES = 500;
/** More than are shown, because a server need not sort them. */
const MAX_REGIONS = 100;
const MAX_LISTED = 10;

/** Queries an Umami server, self-hosted or in the cloud, for the data of a dashboard. */
export class UmamiClient {
  readonly #settings: AnalyticsSettings;
  readonly #http: UmamiHttp;
  readonly #session: UmamiSession;

  constructor(parts: UmamiHttpDeps) {
    this.#settings = parts.settings;
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
    { current, before }: Window,
    signal: AbortSignal,
  ): Promise<UmamiResponses> {
    const own = `/websites/${this.#settings.websiteId}`;
    const metrics = (type: string, limit: number, inner: AbortSignal) =>
      this.#http.get(`${own}/metrics`, metricsResponse, inner, {
        token,
        query: { ...queryOf(current), type, limit: `${limit}` },
      });
    const [now, then, pageviews, countries, regions] = await allOf(
      signal,
      (inner) => [
        this.#http.get(`${own}/stats`, statsResponse, inner, {
          token,
          query: queryOf(current),
        }),
        this.#http.get(`${own}/stats`, statsResponse, inner, {
          token,
          query: queryOf(before),
        }),
        this.#http.get(`${own}/pageviews`, pageviewsResponse, inner, {
          token,
          query: queryOf(current),
        }),
        metrics("country", MAX_COUNTRIES, inner),
        metrics("region", MAX_REGIONS, inner),
      ],
    );
    if (now.pageviews === 0 && then.pageviews === 0) {
      await this.#mustExist(token, signal);
    }
    return { current: now, before: then, pageviews, countries, regions };
  }

  /** For administrators, servers return zero visits for any ID, even an unknown one. */
  async #mustExist(token: string, signal: AbortSignal): Promise<void> {
    // If the website can't be read, its figures still can.
    const website = await this.#website(token, signal).catch(known);
    if (website !== null) return;
    const listed = await this.#websites(token, signal).catch(known);
    throw this.#unknown(listed ?? []);
  }

  /** A server denies a website that the account may not see in the same way as an invalid token. */
  async #whyDenied(
    denial: AnalyticsError,
    token: string,
    signal: AbortSignal,
  ): Promise<AnalyticsError> {
    try {
      return await this.#isSeen(token, signal)
        ? denial
        : this.#unknown(await this.#websites(token, signal));
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

  /** The first websites that the account and its teams own, to suggest the right ID. */
  #websites(token: string, signal: AbortSignal): Promise<ListedWebsite[]> {
    return this.#http.get("/websites", websitesResponse, signal, {
      token,
      query: { page: "1", includeTeams: "true" },
    });
  }

  #unknown(websites: readonly ListedWebsite[]): AnalyticsError {
    const listed = websites.slice(0, MAX_LISTED).flatMap((website) => {
      const [id, name] = [cleanText(website.id), cleanText(website.name)];
      return id && name ? [{ id, name }] : [];
    });
    return new AnalyticsError({ code: "website_unknown", listed });
  }
}

/** Undefined if the server fails. @throws all other errors */
function known(error: unknown): undefined {
  if (!(error instanceof AnalyticsError)) throw error;
}

/** Whole UTC days. Two versions require unit and time zone, and the others accept them. */
function queryOf({ startMs, endMs }: Span): Record<string, string> {
  return {
    startAt: `${startMs}`,
    endAt: `${endMs}`,
    unit: "day",
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
