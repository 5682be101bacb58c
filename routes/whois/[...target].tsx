import { type Context, page } from "fresh";
import {
  WhoisPage,
  type WhoisPageProps,
} from "../../components/whois/WhoisPage.tsx";
import { byMethod, define, type State } from "../../define.ts";
import { jsonResponse, seeOther } from "../../lib/http/responses.ts";
import { AppError } from "../../lib/core/errors.ts";
import { choiceOf } from "../../lib/http/query.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { languageOf } from "../../lib/http/preferences.ts";
import { formError, pageInit } from "../../lib/http/form.ts";
import { optionalMember } from "../../lib/accounts/sign_in/request_member.ts";
import { registrationJson } from "../../lib/whois/registration.ts";
import type { WhoisService } from "../../lib/whois/whois_service.ts";
import {
  registrationView,
  responseView,
} from "../../lib/whois/registration_view.ts";
import {
  UninterpretedError,
  uninterpretedJson,
  whoisDisabled,
} from "../../lib/whois/whois_errors.ts";
import {
  localLink,
  parseRegistryTarget,
  requestedTarget,
  suggestedTarget,
  whoisPath,
  type WhoisTarget,
} from "../../lib/whois/whois_target.ts";

const MAX_QUERY_LENGTH = 1000;

interface WhoisRequest {
  target: WhoisTarget;
  whois: Pick<WhoisService, "describe">;
}

/**
 * Counts the request against the rate limit, whatever the target is, then
 * parses the target.
 */
function parseRequest(ctx: Context<State>): WhoisRequest {
  const { whois } = ctx.state.services;
  enforceRateLimit(ctx, "lookup");
  if (whois === null) throw whoisDisabled();
  return { target: parseRegistryTarget(requestedTarget(ctx.url)), whois };
}

/**
 * The path of the page for the form's target; null if the target is invalid.
 */
function resultPath(url: URL, isJson: boolean): string | null {
  try {
    const target = parseRegistryTarget(requestedTarget(url));
    return whoisPath(target, isJson ? { output: "json" } : {});
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function jsonOf(ctx: Context<State>) {
  const { target, whois } = parseRequest(ctx);
  try {
    const registration = await whois.describe(target, {
      client: ctx.state.client,
      signal: ctx.req.signal,
    });
    return jsonResponse(registrationJson(registration), { lifetime: "hour" });
  } catch (error) {
    if (!(error instanceof UninterpretedError)) throw error;
    return jsonResponse(uninterpretedJson(error), { status: error.status });
  }
}

async function pageFor(ctx: Context<State>) {
  const { req, state, url } = ctx;
  const { services } = state;
  const query = requestedTarget(url).slice(0, MAX_QUERY_LENGTH);
  state.member = await optionalMember(ctx);
  let request: WhoisRequest | undefined;
  try {
    request = parseRequest(ctx);
    const { target, whois } = request;
    const registration = await whois.describe(target, {
      client: state.client,
      signal: req.signal,
    });
    return page<WhoisPageProps>({
      query,
      result: {
        view: registrationView(
          registration,
          services.now(),
          languageOf(req),
        ),
        jsonPath: whoisPath(target, { output: "json" }),
        elsewhere: localLink(target.text, languageOf(req)),
      },
    }, pageInit(null));
  } catch (thrown) {
    const error = formError(thrown, ctx);
    const { status, params } = error;
    // "Not registered" and "disabled" are results rather than errors of the
    // form.
    const props = status !== 404
      ? {
        query,
        error,
        suggestion: suggestedTarget(query),
        response: thrown instanceof UninterpretedError
          ? responseView(thrown.response, languageOf(req))
          : null,
      }
      : request
      ? { query, notFound: { title: request.target.text, params } }
      : {
        query,
        disabled: params,
        elsewhere: localLink(query, languageOf(req)),
      };
    return page<WhoisPageProps>(props, pageInit(error));
  }
}

/** The form without a target. */
async function formPage(ctx: Context<State>) {
  ctx.state.member = await optionalMember(ctx);
  const isOff = ctx.state.services.whois === null;
  const disabled = isOff ? whoisDisabled().params : null;
  return page<WhoisPageProps>({ query: "", disabled }, pageInit(null));
}

/** Of `/whois` too, where the form sends its target in the query. */
export const handler = byMethod({
  async GET(ctx) {
    const { params, url } = ctx;
    const isJson = choiceOf(ctx, "output", ["json"]) !== null;
    if (params.target === undefined) {
      const isSent = url.searchParams.has("query");
      const path = isSent ? resultPath(url, isJson) : null;
      if (path !== null || !isSent && !isJson) {
        enforceRateLimit(ctx);
        return path !== null ? seeOther(path) : await formPage(ctx);
      }
    }
    return await (isJson ? jsonOf(ctx) : pageFor(ctx));
  },
});

export default define.page<typeof handler>(({ data }) => (
  <WhoisPage
    {...data}
  />
));
