import { mapMaybeAsync } from "../../core/async.ts";
import { NegotiatedBody, ONE_VISITOR_LEVEL } from "../../http/compression.ts";
import { PageCache, PageTemplate } from "../../http/page_cache.ts";
import { preferencesOf } from "../../http/preferences.ts";
import type { HeaderRecord } from "../../http/responses.ts";
import {
  CLIENT_IP_HEADERS,
  type ClientAddress,
} from "../../net/client_address.ts";
import type { Profile } from "../profile.ts";
import { httpVersionOf } from "../../http/accept.ts";
import { parseUserAgent } from "../../core/user_agent.ts";
import type { RequestSummary } from "../view/home_view.ts";

const encoder = new TextEncoder();

/** Limits the host names that strangers can add. */
const MAX_TEMPLATES = 128;

/** HTML with placeholders, and the headers of a page made of it. */
interface Rendering {
  readonly html: string;
  readonly headersOf: (html: string) => HeaderRecord;
}

interface Template {
  readonly template: PageTemplate<string>;
  readonly headersOf: Rendering["headersOf"];
}

interface GuestPage {
  readonly body: NegotiatedBody;
  readonly headers: HeaderRecord;
}

interface Reader {
  readonly headers: Headers;
  readonly client: ClientAddress;
  /** The service's origin, as the reader requested it. */
  readonly base: string;
}

interface GuestPageParts {
  /** What the fixed parts depend on besides the reader, the settings and the credits. */
  readonly shape: string;
  readonly values: Readonly<Record<string, string>>;
  /** Renders a page of this shape with placeholders. */
  readonly render: () => Promise<Rendering>;
}

/** What all pages depend on. Immutable; a change replaces it. */
interface PageSources {
  readonly settings: () => object;
  readonly credits: () => object;
  readonly checks: () => object;
  readonly now: () => number;
}

/**
 * Guests' pages about addresses. The parts that are the same for all guests are
 * rendered once for each language, theme and host.
 */
export class GuestPages {
  readonly #templates = new PageCache<Template>(MAX_TEMPLATES);
  readonly #pages = new PageCache<GuestPage>();

  constructor(private readonly sources: PageSources) {}

  /** A page from its template, for one request. */
  page(reader: Reader, parts: GuestPageParts): GuestPage | Promise<GuestPage> {
    return this.#filled(reader, parts, (html) => html);
  }

  /** The same, cached while its data is current. It shows the time of day at the address. */
  cachedPage(
    reader: Reader,
    profile: Profile,
    partsOf: () => GuestPageParts,
  ): GuestPage | Promise<GuestPage> {
    const { settings, credits, checks, now } = this.sources;
    const { headers, client } = reader;
    const minute = Math.floor(now() / 60_000);
    return this.#pages.get(
      `${client.ip.text} ${readerKey(reader)} ${
        summarizedHeaders(headers, client)
      }`,
      [profile, settings(), credits(), checks(), minute],
      () => this.#filled(reader, partsOf(), (html) => encoder.encode(html)),
    );
  }

  /** @param contentOf a page's text as it is sent: as bytes, if it is sent again */
  #filled(
    reader: Reader,
    { shape, values, render }: GuestPageParts,
    contentOf: (html: string) => string | Uint8Array<ArrayBuffer>,
  ): GuestPage | Promise<GuestPage> {
    const { settings, credits } = this.sources;
    const template = this.#templates.get(
      `${shape} ${readerKey(reader)}`,
      [settings(), credits()],
      async () => {
        const { html, headersOf } = await render();
        const template = new PageTemplate(html, Object.keys(values));
        return { template, headersOf };
      },
    );
    return mapMaybeAsync(template, ({ template, headersOf }) => {
      const html = template.fill(values);
      return {
        body: new NegotiatedBody(contentOf(html), ONE_VISITOR_LEVEL),
        headers: headersOf(html),
      };
    });
  }
}

function readerKey({ headers, base }: Reader): string {
  const { language, theme } = preferencesOf(headers);
  return `${base} ${language} ${theme}`;
}

type Via = Pick<ClientAddress, "via">;

/** Headers that only a proxy sends. */
const PROXY_HEADERS = [...CLIENT_IP_HEADERS, "via"];

/** In characters: clients choose these headers. */
const MAX_LENGTH = 300;

/** The headers that a summary depends on, as one text of bounded length. */
export function summarizedHeaders(headers: Headers, client: Via): string {
  return [
    ...["user-agent", "accept-language", "via"].map((name) =>
      headerOf(headers, name)
    ),
    protocolOf(headers, client),
  ].join("\n");
}

export function summarizeRequest(
  headers: Headers,
  client: Via,
): RequestSummary {
  return {
    ...parseUserAgent(headerOf(headers, "user-agent") ?? ""),
    languages: headerOf(headers, "accept-language")
      ?.split(",").map((range) => range.split(";")[0].trim()).join(", ") ??
      null,
    protocol: protocolOf(headers, client),
    proxies: headerOf(headers, "via"),
  };
}

/** Null behind a proxy, trusted or not, whose hop is not the browser's. */
function protocolOf(
  headers: Headers,
  { via }: Via,
): RequestSummary["protocol"] {
  const isForwarded = via !== "peer" ||
    PROXY_HEADERS.some((name) => headers.has(name));
  return isForwarded ? null : `HTTP/${httpVersionOf(headers)}`;
}

function headerOf(headers: Headers, name: string): string | null {
  return headers.get(name)?.slice(0, MAX_LENGTH) || null;
}
