import { cleanText } from "../core/text.ts";
import {
  AnalyticsError,
  failureOf,
  isAccessDenied,
} from "./analytics_error.ts";
import type { AnalyticsSettings } from "./settings.ts";
import {
  type Website,
  websiteResponse,
  websitesResponse,
} from "./umami_responses.ts";
import { asNotUmami, type UmamiHttp } from "./umami_session.ts";
import type { ListedWebsite } from "./view/texts.ts";

const MAX_LISTED = 10;

/** Finds the website to show, and why a server denies it. */
export class UmamiWebsites {
  constructor(
    private readonly http: UmamiHttp,
    private readonly settings: AnalyticsSettings,
  ) {}

  /**
   * The configured website, or the only one of the account.
   *
   * @throws {AnalyticsError} `website_not_chosen`, `website_unknown` and others; or the reason of the signal
   */
  async shown(token: string, signal: AbortSignal): Promise<Website> {
    const { websiteId } = this.settings;
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
      if (isAccessDenied(error) || !(error instanceof AnalyticsError)) {
        throw error;
      }
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
  async whyDenied(
    denial: AnalyticsError,
    token: string,
    signal: AbortSignal,
  ): Promise<AnalyticsError> {
    try {
      if (this.settings.websiteId === undefined) {
        await this.#websites(token, signal);
        return denial;
      }
      return await this.#isSeen(token, signal)
        ? denial
        : unknownWebsite(await this.#websites(token, signal));
    } catch (error) {
      if (!(error instanceof AnalyticsError)) throw error;
      const cause = asNotUmami(error);
      if (cause !== error && cause instanceof AnalyticsError) return cause;
      return isAccessDenied(error) && "apiKey" in this.settings.credentials
        ? new AnalyticsError({ code: "wrong_key" })
        : denial;
    }
  }

  async #isSeen(token: string, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#website(token, signal) !== null;
    } catch (error) {
      if (isAccessDenied(error)) return false;
      throw error;
    }
  }

  /** Read by ID, because lists omit websites of teams that the account is only a member of. */
  #website(token: string, signal: AbortSignal) {
    const path = `/websites/${this.settings.websiteId}`;
    return this.http.request(path, websiteResponse, signal, { token });
  }

  /** The first websites that the account and its teams own. */
  #websites(token: string, signal: AbortSignal): Promise<Website[]> {
    return this.http.request("/websites", websitesResponse, signal, {
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
