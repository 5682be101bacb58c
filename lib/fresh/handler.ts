import type { Chain } from "./chain.ts";
import { type Config, Context } from "./context.ts";
import { ERROR_TEXT, HttpError } from "./http_error.ts";
import { pathnameOf } from "./pathname.ts";
import type { Router } from "./router.ts";

/** Serves requests as `Deno.serve` expects it. A response that is there at once comes without a promise, which `Deno.serve` answers sooner. */
export type Handler = (
  req: Request,
  info?: Deno.ServeHandlerInfo,
) => Response | Promise<Response>;

/** Stands in for the connection when a handler is called without one, as tests do. */
const NO_CONNECTION: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 1234 },
  completed: Promise.resolve(),
};

/** The handler of an app whose routes are all known. */
export function createHandler<State>(
  config: Config,
  router: Router<State>,
): Handler {
  const refusing = (status: 404 | 405) =>
    router.chain("/", [() => {
      throw new HttpError(status);
    }]);
  const notFound = refusing(404);
  const notAllowed = refusing(405);
  const find = router.compile();

  return (req, info = NO_CONNECTION) => {
    const path = pathnameOf(req.url);
    // A Host header can make the URL one that does not parse; no handler could work with it.
    if (path === undefined) return plain(new HttpError(400));
    const isHead = req.method === "HEAD";
    const { pattern = null, methods, params = {} } = find(path) ?? {};
    const chain = methods === undefined
      ? notFound
      : methods.get(isHead ? "GET" : req.method) ?? methods.get("ALL") ??
        notAllowed;
    const ctx = new Context(config, req, info, pattern, params, path, chain);
    const promise = ctx.next();
    const ready = Context.readyOf(ctx, promise);
    if (ready instanceof Response) return isHead ? withoutBody(ready) : ready;
    const response = settle(promise, ctx, chain);
    return isHead ? response.then(withoutBody) : response;
  };
}

async function settle<State>(
  promise: Promise<Response>,
  ctx: Context<State>,
  { recover }: Chain<State>,
): Promise<Response> {
  try {
    return checked(await promise);
  } catch (error) {
    if (recover === undefined) return plain(error);
    try {
      return checked(await recover(ctx, error));
    } catch (unrecovered) {
      return plain(unrecovered);
    }
  }
}

function checked(response: Response): Response {
  if (response instanceof Response) return response;
  throw new TypeError(`Cannot answer with ${typeof response}, only a Response`);
}

/** The answer to an error that no error page took. Only what an `HttpError` says is for the client. */
function plain(error: unknown): Response {
  const isForClient = error instanceof HttpError;
  const status = isForClient ? error.status : 500;
  if (status >= 500) console.error(error);
  const text = isForClient ? error.message || ERROR_TEXT[error.status] : null;
  return new Response(text ?? "Internal server error", { status });
}

/** The answer to HEAD. An empty stream stands for the body: to `null` a server gives the length 0, which GET's body has not (RFC 9110 section 8.6). */
function withoutBody(response: Response): Response {
  const body = response.body === null ? null : new Blob([]).stream();
  return new Response(body, response);
}
