import { PageHead } from "../components/ui/PageHead.tsx";
import { type Context, page } from "fresh";
import { escaped } from "../components/ui/markup.tsx";
import { ErrorNotice } from "../components/ui/Notice.tsx";
import { define, type State } from "../define.ts";
import { PageCache, PageTemplate } from "../lib/http/page_cache.ts";
import { preferencesOf } from "../lib/http/preferences.ts";
import { errorResponse, pageHeaders } from "../lib/http/responses.ts";
import type { ErrorParams } from "../lib/core/error_reasons.ts";
import { type AppError, asAppError } from "../lib/core/errors.ts";
import { errorFormatOf, isFileName, rowOf } from "../lib/http/url_rows.ts";
import { isBanError } from "../lib/limits/ban_errors.ts";
import { searchOf } from "../lib/http/entry.ts";
import { siteOrigin, splitUrl } from "../lib/http/hosts.ts";
import { slotsOf } from "../lib/http/view/slots.ts";
import type { Language } from "../lib/i18n/language.ts";
import { rawQueryOf } from "../lib/lookup/lookup_path.ts";
import { echoRawQuery } from "../lib/lookup/envelope.ts";
import { rateLimitError } from "../lib/http/rate_limit.ts";
import { errorText } from "../lib/i18n/errors.ts";

interface ErrorPageProps {
  status: number;
  params: ErrorParams;
  bannedIp: string | null;
  language: Language;
}

function ErrorPage({ language, ...error }: ErrorPageProps) {
  return (
    <>
      <PageHead
        title={`${error.status} – Porthole`}
        description={errorText(language, error.params)}
      />
      <ErrorNotice {...error} />
    </>
  );
}

/** A minute's 429 pages, which say how long to wait, in some languages and themes. */
const MAX_REFUSALS = 256;
const RETURN_PATH = ["path"] as const;
const refusals = new PageCache<PageTemplate<"path">>(MAX_REFUSALS);

/**
 * The page of a refusal, for a guest. Rendering it would take many times as long
 * as refusing, and whoever is refused can ask again at once.
 */
async function refusalPage(
  ctx: Context<State>,
  error: ErrorPageProps,
): Promise<string> {
  const { req, route, state, url } = ctx;
  const { services } = state;
  const { theme } = preferencesOf(req.headers);
  // The links show which part of the site the page belongs to.
  const part = `/${url.pathname.split("/", 2)[1]}`;
  const key = [
    ...[error.status, JSON.stringify(error.params), error.language, theme],
    ...[siteOrigin(services.config.BASE_URL, ctx), route],
    rowOf(part)?.path,
  ].join(" ");
  const template = await refusals.get(
    key,
    [services, services.credits()],
    async () => {
      state.returnPath = slotsOf(RETURN_PATH).path;
      const rendered = await ctx.render(<ErrorPage {...error} />);
      return new PageTemplate(await rendered.text(), RETURN_PATH);
    },
  );
  return template.fill({ path: escaped(url.pathname + url.search) });
}

/** Nothing has been done for the request. */
function isRefusal({ status }: AppError): boolean {
  return status === 429 || status === 503;
}

/** Counts a response about a page, or about a path without one, in the rate limit of pages. */
function withinLimit(error: AppError, { services, client }: State): AppError {
  const refusal = error.status === 404 &&
    services?.limits.take("pages", client.key);
  return refusal ? rateLimitError(refusal) : error;
}

/**
 * Handles all errors: responds in the path's error format, and writes the cause
 * to the log only.
 */
export const handler = define.handlers(async (ctx) => {
  const { req, info, state, url } = ctx;
  const thrown = asAppError(ctx.error);
  // The client has disconnected, so the abort is not an error of this service.
  if (!isRefusal(thrown) && req.signal.aborted) {
    return new Response(null, { status: 499 });
  }
  // If the start failed, there are no services, and so no log.
  const error = state.services?.reportError(thrown, req, info) ?? thrown;
  const { pathname } = splitUrl(req.url);
  const accept = req.headers.get("accept");
  const role = state.role ?? "main";
  const format = errorFormatOf(role, pathname, accept, searchOf(req.url));
  if (format === "lookup") {
    return errorResponse(error, format, echoRawQuery(rawQueryOf(url)));
  }
  const isPage = format === "page";
  // Browsers request files that no page names, so these cost no allowance.
  const isUncounted = rowOf(pathname) || isFileName(pathname);
  if (!isPage && isUncounted) return errorResponse(error, format);
  const limited = withinLimit(error, state);
  if (!isPage) return errorResponse(limited, format);
  const { status, params, headers } = limited;
  const bannedIp = isBanError(params) ? state.client.ip.text : null;
  const { language } = preferencesOf(req.headers);
  const shown = { status, params, bannedIp, language };
  const init = { status, headers: { ...pageHeaders, ...headers } };
  return isRefusal(error) && bannedIp === null && !state.member &&
      state.services
    ? new Response(await refusalPage(ctx, shown), init)
    : page<ErrorPageProps>(shown, init);
});

export default define.page<typeof handler>(({ data }) => (
  <ErrorPage
    {...data}
  />
));
