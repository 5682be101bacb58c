import type * as z from "zod";
import {
  AnalyticsError,
  hasStatus,
  isAccessDenied,
} from "./analytics_error.ts";
import type { AnalyticsSettings, Credentials } from "./settings.ts";
import {
  errorText,
  isHeaderValue,
  loginResponse,
  verifyResponse,
} from "./umami_responses.ts";
import type { AnalyticsFailure } from "./view/texts.ts";
import { fetchJson } from "../core/fetch_json.ts";
import { OutboundError } from "../core/outbound.ts";

export interface UmamiHttpDeps {
  readonly settings: AnalyticsSettings;
  readonly fetch: typeof globalThis.fetch;
}

interface UmamiRequest {
  /** The token of a login, or the API key. */
  readonly token?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** If present, the request is a POST. */
  readonly json?: unknown;
}

/** Statuses whose body may contain the reason. */
const ERRORS = [400, 401, 403, 404, 405, 409, 422, 429, 500, 503];

/** HTTP requests to an Umami server. Secrets are sent only there. */
export class UmamiHttp {
  constructor(private readonly deps: UmamiHttpDeps) {}

  /**
   * Requests a path and parses the response.
   *
   * @throws {AnalyticsError} `unreachable`, `redirected`, `refused`, `wrong_shape`;
   * or the reason of the signal
   */
  async request<T>(
    path: string,
    schema: z.ZodType<T>,
    signal: AbortSignal,
    { token, query = {}, json }: UmamiRequest,
  ): Promise<T> {
    const { apiUrl } = this.deps.settings;
    const url = new URL(apiUrl);
    url.pathname = apiUrl.pathname + path;
    url.search = new URLSearchParams(query).toString();
    const { status, body } = await fetchJson({
      fetch: this.deps.fetch,
      url,
      headers: this.#headers(token),
      json,
      signal,
      errorStatuses: ERRORS,
      acceptsErrorText: true,
    }).catch((error) => {
      throw error instanceof OutboundError
        ? new AnalyticsError(failureOfStatus(error.status))
        : error;
    });
    if (status >= 400) {
      const message = this.#withoutSecrets(errorText(body), token);
      throw new AnalyticsError({ code: "refused", status, message });
    }
    const { success, data } = schema.safeParse(body);
    if (!success) throw new AnalyticsError({ code: "wrong_shape" });
    return data;
  }

  /** The cloud expects the key in its own header, other servers in the header of a token. */
  #headers(token: string | undefined): Record<string, string> {
    if (token === undefined) return {};
    const authorization = `Bearer ${token}`;
    return "apiKey" in this.deps.settings.credentials
      ? { authorization, "x-umami-api-key": token }
      : { authorization };
  }

  /** Some servers echo the request in their errors. */
  #withoutSecrets(text: string | null, token = ""): string | null {
    const { credentials } = this.deps.settings;
    const secret = "apiKey" in credentials
      ? credentials.apiKey
      : credentials.password;
    const isSafe = [secret, token].every((part) =>
      part === "" || !text?.includes(part)
    );
    return isSafe ? text : null;
  }
}

/** The failure for the status of an unusable response; null means no response. */
function failureOfStatus(status: number | null): AnalyticsFailure {
  if (status === null) return { code: "unreachable" };
  if (status >= 400) return { code: "refused", status, message: null };
  return { code: status >= 300 ? "redirected" : "wrong_shape" };
}

/** Statuses of a server that is not Umami and has no such API. */
const NOT_UMAMI = [404, 405];

/** The token of a login, cached as long as the server accepts it. An API key needs no login. */
export class UmamiSession {
  #token: string | null = null;

  constructor(
    private readonly http: UmamiHttp,
    private readonly credentials: Credentials,
  ) {}

  /**
   * The cached token, or that of a new login, which is checked before it is cached.
   *
   * @throws {AnalyticsError} or the reason of the signal
   */
  async token(signal: AbortSignal): Promise<string> {
    if (this.#token !== null) return this.#token;
    const credentials = this.credentials;
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
    if ("apiKey" in this.credentials) return true;
    try {
      await this.#verify(token, signal);
      return true;
    } catch (error) {
      if (isAccessDenied(error)) return false;
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
      return (await this.http.request(path, loginResponse, signal, { json }))
        .token;
    } catch (error) {
      throw hasStatus(error, [401, 403])
        ? new AnalyticsError({ code: "wrong_password" })
        : asNotUmami(error);
    }
  }

  async #verify(token: string, signal: AbortSignal): Promise<void> {
    try {
      await this.http.request("/auth/verify", verifyResponse, signal, {
        token,
        json: {},
      });
    } catch (error) {
      throw asNotUmami(error);
    }
  }
}

/** The error, or "not Umami" if the server has no such API. */
export function asNotUmami(error: unknown): unknown {
  return hasStatus(error, NOT_UMAMI)
    ? new AnalyticsError({ code: "wrong_shape" })
    : error;
}
