import { AppError } from "./errors.ts";

interface RequestContext {
  readonly req: Request;
}

type Handle<C, R> = (ctx: C) => R;

const preflight: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, x-api-key, content-type",
  "access-control-max-age": "86400",
};

/**
 * One handler for a route's methods: HEAD is answered as GET, OPTIONS with the
 * list, anything else with 405 and `Allow`. File routes alone would answer 404.
 */
export function methods<C extends RequestContext, R>(
  handlers: { GET?: Handle<C, R>; POST?: Handle<C, R> },
): (ctx: C) => R | Response {
  const allowed = Object.keys(handlers).flatMap((name) =>
    name === "GET" ? ["GET", "HEAD"] : [name]
  );
  const allow = [...allowed, "OPTIONS"].join(", ");
  return (ctx) => {
    const { method } = ctx.req;
    const handle = method === "GET" || method === "HEAD"
      ? handlers.GET
      : method === "POST"
      ? handlers.POST
      : undefined;
    if (handle) return handle(ctx);
    if (method === "OPTIONS") {
      return new Response(null, {
        status: 204,
        headers: {
          ...preflight,
          allow,
          "access-control-allow-methods": allowed.join(", "),
        },
      });
    }
    throw new AppError(
      405,
      "METHOD_NOT_ALLOWED",
      `Only ${allow} are answered here.`,
      { headers: { allow } },
    );
  };
}
