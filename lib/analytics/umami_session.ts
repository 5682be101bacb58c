import { AnalyticsError, isDenial, isRefusal } from "./analytics_error.ts";
import type { Credentials } from "./settings.ts";
import {
  isHeaderValue,
  loginResponse,
  verifyAnswer,
} from "./umami_responses.ts";
import type { UmamiHttp } from "./umami_http.ts";

/** Statuses of a server that is not Umami and has no such API. */
const ABSENCES = [404, 405];

/** The token of a login, cached as long as the server accepts it. An API key needs no login. */
export class UmamiSession {
  readonly #http: UmamiHttp;
  readonly #credentials: Credentials;
  #token: string | null = null;

  constructor(http: UmamiHttp, credentials: Credentials) {
    this.#http = http;
    this.#credentials = credentials;
  }

  /**
   * The cached token, or that of a new login, which is checked before it is cached.
   *
   * @throws {AnalyticsError} or the reason of the signal
   */
  async token(signal: AbortSignal): Promise<string> {
    if (this.#token !== null) return this.#token;
    const credentials = this.#credentials;
    if ("apiKey" in credentials) {
      if (isHeaderValue(credentials.apiKey)) return credentials.apiKey;
      throw new AnalyticsError({ code: "wrong_key" });
    }
    const token = await this.#logIn(credentials, signal);
    await this.#verify(token, signal);
    return this.#token = token;
  }

  /** Whether the server still accepts a token. API keys can't be checked. @throws like `token` */
  async isValid(token: string, signal: AbortSignal): Promise<boolean> {
    if ("apiKey" in this.#credentials) return true;
    try {
      await this.#verify(token, signal);
      return true;
    } catch (error) {
      if (isDenial(error)) return false;
      throw error;
    }
  }

  /** Discards the token, so that the next call logs in. */
  forget(): void {
    this.#token = null;
  }

  async #logIn(json: Credentials, signal: AbortSignal): Promise<string> {
    try {
      const path = "/auth/login";
      return (await this.#http.get(path, loginResponse, signal, { json }))
        .token;
    } catch (error) {
      throw isRefusal(error, [401, 403])
        ? new AnalyticsError({ code: "wrong_password" })
        : withoutAbsence(error);
    }
  }

  async #verify(token: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#http.get("/auth/verify", verifyAnswer, signal, {
        token,
        json: {},
      });
    } catch (error) {
      throw withoutAbsence(error);
    }
  }
}

/** The error, or "not Umami" if the server has no such API. */
export function withoutAbsence(error: unknown): unknown {
  return isRefusal(error, ABSENCES)
    ? new AnalyticsError({ code: "wrong_shape" })
    : error;
}
