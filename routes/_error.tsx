import { page } from "fresh";
import { Head } from "fresh/runtime";
import { ErrorNotice } from "../components/ui/Notice.tsx";
import { define, type State } from "../define.ts";
import { languageOf } from "../lib/http/preferences.ts";
import { errorResponse, pageHeaders } from "../lib/http/responses.ts";
import { type AppError, asAppError } from "../lib/core/errors.ts";
import { errorFormatOf, rowOf } from "../lib/http/url_rows.ts";
import { isBanError } from "../lib/limits/ban_errors.ts";
import { searchOf } from "../lib/http/entry.ts";
import { splitUrl } from "../lib/http/hosts.ts";
import { rawQueryOf } from "../lib/lookup/lookup_path.ts";
import { echoRawQuery } from "../lib/lookup/envelope.ts";
import { rateLimitError } from "../lib/http/rate_limit.ts";
import { errorText } from "../lib/i18n/errors.ts";

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
export const handler = define.handlers((ctx) => {
  const { req, info, state, url } = ctx;
  // The client has disconnected, so the abort is not an error of this service.
  if (req.signal.aborted) return new Response(null, { status: 499 });
  const thrown = asAppError(ctx.error);
  // If the start failed, there are no services, and so no log.
  const error = state.services?.reportError(thrown, req, info) ?? thrown;
  const { pathname } = splitUrl(req.url);
  const accept = req.headers.get("accept");
  const role = state.role ?? "main";
  const face = errorFormatOf(role, pathname, accept, searchOf(req.url));
  if (face === "lookup") {
    return errorResponse(error, face, echoRawQuery(rawQueryOf(url)));
  }
  const isPage = face === "page";
  if (!isPage && rowOf(pathname)) return errorResponse(error, face);
  const limited = withinLimit(error, state);
  if (!isPage) return errorResponse(limited, face);
  const { status, params, headers } = limited;
  const bannedIp = isBanError(params) ? state.client.ip.text : null;
  return page({ status, params, bannedIp }, {
    status,
    headers: { ...pageHeaders, ...headers },
  });
});

export default define.page<typeof handler>(({ data, req }) => (
  <>
    <Head>
      <title>{`${data.status} – Porthole`}</title>
      <meta
        name="description"
        content={errorText(languageOf(req), data.params)}
      />
    </Head>
    <ErrorNotice {...data} />
  </>
));
