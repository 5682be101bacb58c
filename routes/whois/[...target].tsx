import { type Context, page } from "fresh";
import {
  WhoisPage,
  type WhoisPageProps,
} from "../../components/whois/WhoisPage.tsx";
import { define, type State } from "../../define.ts";
import { jsonResponse } from "../../lib/http/responses.ts";
import { choiceOf } from "../../lib/http/query.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { methods } from "../../lib/http/methods.ts";
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

/** Whether a URL asks for JSON instead of the page. @throws {AppError} 400 */
export function wantsJson(ctx: Context<State>): boolean {
  return choiceOf(ctx, "output", ["json"]) !== null;
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

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    return await (wantsJson(ctx) ? jsonOf(ctx) : pageFor(ctx));
  },
}));

export default define.page<typeof handler>(({ data }) => (
  <WhoisPage
    {...data}
  />
));
