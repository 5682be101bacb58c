import { page } from "fresh";
import { Head } from "fresh/runtime";
import { ErrorNotice } from "../components/ErrorNotice.tsx";
import { define, type State } from "../define.ts";
import { errorAnswer, pageHeaders } from "../lib/http/answers.ts";
import { type AppError, asAppError } from "../lib/http/errors.ts";
import { faceOf } from "../lib/http/faces.ts";
import { placeOf, searchOf } from "../lib/http/front.ts";
import { askedOf } from "../lib/dns/lookup/lookup_path.ts";
import { echoOfAsked } from "../lib/dns/lookup/query_echo.ts";
import { limitExceeded } from "../lib/limits/headers.ts";
import { describeError } from "../lib/log.ts";

/** An error page is a page too, and counts as one. */
function withinLimit(error: AppError, { services, client }: State): AppError {
  const refusal = error.status === 404 &&
    services?.limits.take("pages", client.key);
  return refusal ? limitExceeded(refusal) : error;
}

/** Where every error ends: told in the form of the interface it happened at, its cause to the log alone. */
export const handler = define.handlers(({ error: thrown, req, state, url }) => {
  const error = asAppError(thrown);
  const { pathname } = placeOf(req.url);
  if (error.status >= 500) {
    state.services?.log.error("request failed", {
      path: pathname,
      error: describeError(error),
    });
  }
  const accept = req.headers.get("accept");
  const role = state.role ?? "main";
  const face = faceOf(role, pathname, accept, searchOf(req.url));
  if (face === "lookup") {
    return errorAnswer(error, face, echoOfAsked(askedOf(url)));
  }
  if (face !== "page") return errorAnswer(error, face);
  const { status, message, headers } = withinLimit(error, state);
  return page({ status, message }, {
    status,
    headers: { ...pageHeaders, ...headers },
  });
});

export default define.page<typeof handler>(({ data }) => (
  <>
    <Head>
      <title>{`${data.status} – Porthole`}</title>
    </Head>
    <ErrorNotice {...data} />
  </>
));
