import { byMethod } from "../../../../define.ts";
import { notFound } from "../../../../lib/core/errors.ts";

/**
 * The operator's ad, whose code is not trusted. Its own header sandboxes it too,
 * so that it has no origin, no cookies and no forms even outside the frame.
 */
export const handler = byMethod({
  GET({ state: { services } }) {
    if (services.ad === null) throw notFound();
    return new Response(services.ad, {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy":
          "sandbox allow-scripts allow-popups; frame-ancestors 'self'",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      },
    });
  },
});
