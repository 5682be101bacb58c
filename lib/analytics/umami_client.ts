import { cleanText } from "../data/clean_text.ts";
import type { ListedWebsite } from "../shared/analytics_fault.ts";
import { AnalyticsError } from "./analytics_error.ts";
import type { AnalyticsSettings } from "./settings.ts";
import {
  isHeaderValue,
  loginAnswer,
  type Metrics,
  metricsAnswer,
  type Pageviews,
  pageviewsAnswer,
  type Stats,
  statsAnswer,
  websitesAnswer,
} from "./umami_answers.ts";
import { UmamiHttp, type UmamiHttpParts } from "./umami_http.ts";
import type { Span, Window } from "./window.ts";

/** Everything a dashboard is made of. */
export interface Answers {
  readonly current: Stats;
  readonly before: Stats;
  readonly pageviews: Pageviews;
  readonly countries: Metrics;
  readonly regions: Metrics;
}

/** How a server says that this one may not have that. */
const DENIALS = [401, 403, 404];
/** How a server says that it has no such interface: it is no Umami. */
const ABSENCES = [404, 405];
/** More than are shown: a server need not sort them. */
const MAX_ROWS = 100;
/** Of twenty websites. */
const MAX_PAGES = 25;
const MAX_LISTED = 10;

/** Asks an Umami, one's own or the cloud's, for what a dashboard takes. */
export class UmamiClient {
  readonly #settings: AnalyticsSettings;
  readonly #http: UmamiHttp;
  /** What a login gave, for as long as the server takes it. */
  #token: string | null = null;

  constructor(parts: UmamiHttpParts) {
    this.#settings = parts.settings;
    this.#http = new UmamiHttp(parts);
  }

  /** @throws {AnalyticsError}; the reason of the signal */
  async ask(window: Window, signal: AbortSignal): Promise<Answers> {
    const kept = this.#token;
    let token = kept ?? await this.#logIn(signal);
    try {
      return await this.#gather(token, window, signal);
    } catch (error) {
      if (!isDenial(error)) throw error;
      if (kept === null) throw await this.#whyDenied(error, token, signal);
    }
    // It has run out, or the server was started anew.
    this.#token = null;
    token = await this.#logIn(signal);
    try {
      return await this.#gather(token, window, signal);
    } catch (error) {
      if (!isDenial(error)) throw error;
      throw await this.#whyDenied(error, token, signal);
    }
  }

  async #logIn(signal: AbortSignal): Promise<string> {
    const { credentials } = this.#settings;
    if ("apiKey" in credentials) {
      if (isHeaderValue(credentials.apiKey)) return credentials.apiKey;
      throw new AnalyticsError({ code: "wrong_key" });
    }
    try {
      const { token } = await this.#http.get(
        "/auth/login",
        loginAnswer,
        signal,
        {
          json: credentials,
        },
      );
      return this.#token = token;
    } catch (error) {
      if (isRefusal(error, [401, 403])) {
        throw new AnalyticsError({ code: "wrong_password" });
      }
      throw isRefusal(error, ABSENCES)
        ? new AnalyticsError({ code: "wrong_shape" })
        : error;
    }
  }

  async #gather(
    token: string,
    { current, before }: Window,
    signal: AbortSignal,
  ): Promise<Answers> {
    const own = `/websites/${this.#settings.websiteId}`;
    const metrics = (type: string, inner: AbortSignal) =>
      this.#http.get(`${own}/metrics`, metricsAnswer, inner, {
        token,
        query: { ...queryOf(current), type, limit: `${MAX_ROWS}` },
      });
    const [now, then, pageviews, countries, regions] = await allOf(
      signal,
      (inner) => [
        this.#http.get(`${own}/stats`, statsAnswer, inner, {
          token,
          query: queryOf(current),
        }),
        this.#http.get(`${own}/stats`, statsAnswer, inner, {
          token,
          query: queryOf(before),
        }),
        this.#http.get(`${own}/pageviews`, pageviewsAnswer, inner, {
          token,
          query: queryOf(current),
        }),
        metrics("country", inner),
        metrics("region", inner),
      ],
    );
    if (now.pageviews === 0 && then.pageviews === 0) {
      await this.#mustBeListed(token, signal);
    }
    return { current: now, before: then, pageviews, countries, regions };
  }

  /** To an administrator a server says of any ID that there were no visits. */
  async #mustBeListed(token: string, signal: AbortSignal): Promise<void> {
    const listed = await this.#websites(token, signal).catch((error) => {
      if (error instanceof AnalyticsError) return null;
      throw error;
    });
    if (listed === null || this.#isOwnIn(listed)) return;
    throw this.#unknown(listed);
  }

  /** A server denies a website that is not the account's as it does a bad token. */
  async #whyDenied(
    denial: AnalyticsError,
    token: string,
    signal: AbortSignal,
  ): Promise<AnalyticsError> {
    try {
      const listed = await this.#websites(token, signal);
      return this.#isOwnIn(listed) ? denial : this.#unknown(listed);
    } catch (error) {
      if (!(error instanceof AnalyticsError)) throw error;
      if (isRefusal(error, ABSENCES)) {
        return new AnalyticsError({ code: "wrong_shape" });
      }
      return isDenial(error) && "apiKey" in this.#settings.credentials
        ? new AnalyticsError({ code: "wrong_key" })
        : denial;
    }
  }

  /** Those of the account and of its teams, up to the one that is looked for. */
  async #websites(
    token: string,
    signal: AbortSignal,
  ): Promise<ListedWebsite[]> {
    const found: ListedWebsite[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const { data, count } = await this.#http.get(
        "/websites",
        websitesAnswer,
        signal,
        { token, query: { page: `${page}`, includeTeams: "true" } },
      );
      found.push(...data);
      if (data.length === 0 || found.length >= count) break;
      if (this.#isOwnIn(found)) break;
    }
    return found;
  }

  #isOwnIn(listed: readonly ListedWebsite[]): boolean {
    return listed.some(({ id }) =>
      id.toLowerCase() === this.#settings.websiteId.toLowerCase()
    );
  }

  #unknown(websites: readonly ListedWebsite[]): AnalyticsError {
    const listed = websites.slice(0, MAX_LISTED).flatMap((website) => {
      const [id, name] = [cleanText(website.id), cleanText(website.name)];
      return id && name ? [{ id, name }] : [];
    });
    return new AnalyticsError({ code: "website_unknown", listed });
  }
}

function isDenial(error: unknown): error is AnalyticsError {
  return isRefusal(error, DENIALS);
}

function isRefusal(
  error: unknown,
  statuses: readonly number[],
): error is AnalyticsError {
  return error instanceof AnalyticsError && error.fault.code === "refused" &&
    statuses.includes(error.fault.status);
}

/** Whole days of UTC. Two versions insist on unit and time zone, the others do not mind. */
function queryOf({ startMs, endMs }: Span): Record<string, string> {
  return {
    startAt: `${startMs}`,
    endAt: `${endMs}`,
    unit: "day",
    timezone: "UTC",
  };
}

/** What all pieces of work come to; the first that fails ends the others. */
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
