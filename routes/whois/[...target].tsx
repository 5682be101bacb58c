import { type Context, page } from "fresh";
import {
  WhoisPage,
  type WhoisPageProps,
} from "../../components/whois/WhoisPage.tsx";
import { define, type State } from "../../define.ts";
import { wantsJson } from "../../lib/lookup/lookup_path.ts";
import { jsonResponse } from "../../lib/http/responses.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { methods } from "../../lib/http/methods.ts";
import { languageOf } from "../../lib/http/preferences.ts";
import { formError, pageInit } from "../../lib/http/form.ts";
import { optionalMember } from "../../lib/accounts/sign_in/viewer.ts";
import { registrationJson } from "../../lib/whois/registration.ts";
import type { WhoisService } from "../../lib/whois/whois_service.ts";
import { registrationView } from "../../lib/whois/registration_view.ts";
import { switchedOff } from "../../lib/whois/whois_errors.ts";
import {
  parseWhoisTarget,
  requestedTarget,
  whoisPath,
  type WhoisTarget,
} from "../../lib/whois/whois_target.ts";

const MAX_TYPED = 1000;

interface Question {
  target: WhoisTarget;
  whois: WhoisService;
}

/** Counts the request, whatever is asked, and parses that. */
function takeQuestion(ctx: Context<State>): Question {
  const { whois } = ctx.state.services;
  enforceRateLimit(ctx, "lookup");
  if (whois === null) throw switchedOff();
  return { target: parseWhoisTarget(requestedTarget(ctx.url)), whois };
}

async function jsonOf(ctx: Context<State>) {
  const { target, whois } = takeQuestion(ctx);
  const registration = await whois.describe(target, {
    client: ctx.state.client,
    signal: ctx.req.signal,
  });
  return jsonResponse(registrationJson(registration), { lifetime: "hour" });
}

async function pageFor(ctx: Context<State>) {
  const { req, state, url } = ctx;
  const { services } = state;
  const typed = requestedTarget(url).slice(0, MAX_TYPED);
  state.member = await optionalMember(ctx);
  let question: Question | undefined;
  try {
    question = takeQuestion(ctx);
    const { target, whois } = question;
    const registration = await whois.describe(target, {
      client: state.client,
      signal: req.signal,
    });
    return page<WhoisPageProps>({
      typed,
      result: {
        view: registrationView(
          registration,
          services.now(),
          languageOf(req),
        ),
        jsonPath: whoisPath(target, { output: "json" }),
      },
    }, pageInit(null));
  } catch (thrown) {
    const fault = formError(thrown, ctx);
    const { status, params } = fault;
    // That there is nothing is an answer, and so is that nobody is asked.
    const props = status !== 404
      ? { typed, fault }
      : question
      ? { typed, nothing: { title: question.target.text, params } }
      : { typed, off: params };
    return page<WhoisPageProps>(props, pageInit(fault));
  }
}

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    return await (wantsJson(ctx.url) ? jsonOf(ctx) : pageFor(ctx));
  },
}));

export default define.page<typeof handler>(({ data }) => (
  <WhoisPage
    {...data}
  />
));
