import { HttpError } from "fresh";
import { byMethod, type State } from "../../define.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { pngResponse, seeOther } from "../../lib/http/responses.ts";
import {
  addressCard,
  LEAK_TEST_CARD,
  networkCard,
  systemCard,
} from "../../lib/ipinfo/preview/preview_card.ts";
import type { PreviewSubject } from "../../lib/ipinfo/preview/previews.ts";
import {
  parseWhoisTarget,
  requestedTarget,
} from "../../lib/whois/whois_target.ts";

const PREFIX = "/preview/";

/**
 * The picture of a page about an address, a name, a network or a system, or of the
 * leak test. If none can be drawn, the picture of the site.
 */
export const handler = byMethod({
  async GET(ctx) {
    enforceRateLimit(ctx);
    const { req, state: { services, client } } = ctx;
    const caller = { client, signal: req.signal };
    const subject = subjectOf(requestedTarget(ctx.url, PREFIX), services);
    const png = await services.previews.picture(subject, caller);
    return png ? pngResponse(png) : seeOther("/social.png");
  },
});

/** @throws {HttpError} or `AppError`, if it has no page */
function subjectOf(text: string, services: State["services"]): PreviewSubject {
  if (text === "egress") {
    return { key: text, describe: () => Promise.resolve(LEAK_TEST_CARD) };
  }
  const target = parseWhoisTarget(text);
  if (target.kind === "entity") throw new HttpError(404);
  const settings = services.fieldSwitches.current;
  return {
    // What the operator hides is in no picture from then on.
    key: `${target.text} ${JSON.stringify(settings.guest)}`,
    async describe(caller) {
      switch (target.kind) {
        case "asn": {
          const facts = await services.networks.system(target.asn, caller);
          return systemCard(target.text, facts, settings);
        }
        case "block": {
          const facts = await services.networks.network(target.cidr);
          return networkCard(target.text, facts, settings);
        }
        default: {
          const { profile } = await services.ipinfo.describe(target, "v1", {
            order: "v1",
            ...caller,
          });
          const name = target.kind === "domain" ? target.text : null;
          return addressCard(name, profile, settings);
        }
      }
    },
  };
}
