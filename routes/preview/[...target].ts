import { type Context, HttpError } from "fresh";
import { define, type State } from "../../define.ts";
import { methods } from "../../lib/http/methods.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { pngResponse, seeOther } from "../../lib/http/responses.ts";
import {
  addressCard,
  LEAK_TEST_CARD,
  networkCard,
  type PreviewCard,
  systemCard,
} from "../../lib/ipinfo/preview/preview_card.ts";
import {
  parseWhoisTarget,
  requestedTarget,
} from "../../lib/whois/whois_target.ts";

const PREFIX = "/preview/";

/**
 * The picture of a page about an address, a name, a network or a system, or of the
 * leak test. If none can be drawn, the picture of the site.
 */
export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    enforceRateLimit(ctx);
    const { req, state: { services, client } } = ctx;
    const card = await cardOf(ctx);
    const caller = { client, signal: req.signal };
    const png = await services.previews.picture(card, caller);
    return png ? pngResponse(png) : seeOther("/social.png");
  },
}));

async function cardOf(ctx: Context<State>): Promise<PreviewCard> {
  const { req: { signal }, state: { services, client } } = ctx;
  const text = requestedTarget(ctx.url, PREFIX);
  if (text === "egress") return LEAK_TEST_CARD;
  const target = parseWhoisTarget(text);
  const settings = services.fieldSwitches.current;
  const caller = { client, signal };
  switch (target.kind) {
    case "asn": {
      const facts = await services.networks.system(target.asn, caller);
      return systemCard(target.text, facts, settings);
    }
    case "block": {
      const facts = await services.networks.network(target.cidr);
      return networkCard(target.text, facts, settings);
    }
    case "entity":
      throw new HttpError(404);
    default: {
      const { profile } = await services.ipinfo.describe(target, "v1", {
        order: "v1",
        ...caller,
      });
      const name = target.kind === "domain" ? target.text : null;
      return addressCard(name, profile, settings);
    }
  }
}
