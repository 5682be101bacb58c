import {
  type Chain,
  Context,
  type Middleware,
  type Recovery,
  type Surroundings,
} from "./context.ts";
import { ERROR_TEXT, HttpError } from "./http_error.ts";
import { pathnameOf } from "./pathname.ts";
import { chainFor, type Match, type Router } from "./router.ts";
import { compileChain, type Segment } from "./segment.ts";

/** Serves requests as `Deno.serve` expects it. */
export type Handler = (
  req: Request,
  info?: Deno.ServeHandlerInfo,
) => Promise<Response>;

/** Stands in for the connection when a handler is called without one, as tests do. */
const NO_CONNECTION: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 1234 },
  completed: Promise.resolve(),
};

/** The handler of an app whose routes are all known. */
export function createHandler<State>(
  app: Surroundings,
  root: Segment<State>,
  router: Router<State>,
): Handler {
  const instead = (step: Middleware<State>): Chain<State> =>
    compileChain([root], [step]);
  const notFound = instead(() => {
    throw new HttpError(404);
  });

  const find = router.compile();
  return (req, info = NO_CONNECTION) => {
    const path = pathnameOf(req.url);
    // A Host header can make the URL one that does not parse; no handler could work with it.
    if (path === undefined) {
      return Promise.resolve(new Response("Bad Request", { status: 400 }));
    }
    const { method } = req;
    const match = find(path);
    const known = match && chainFor(match.entry, method);
    const chain = known ??
      (match === undefined ? notFound : instead(refuseMethod(match)));
    const params = known === undefined ? {} : match!.params;
    const ctx = new Context(
      req,
      info,
      app,
      path,
      chain,
      match?.entry.pattern ?? null,
      params,
    );
    const { recover } = chain;
    const response = ctx.next().then(
      finish,
      recover === undefined
        ? fail
        : (error) => finishRecovery(recover, ctx, error),
    );
    return method === "HEAD" ? response.then(withoutBody) : response;
  };
}

async function finishRecovery<State>(
  recover: Recovery<State>,
  ctx: Context<State>,
  error: unknown,
): Promise<Response> {
  try {
    return finish(await recover(ctx, error));
  } catch (unrecovered) {
    return fail(unrecovered);
  }
}

function refuseMethod<State>({ entry }: Match<State>): Middleware<State> {
  return ({ req }) => {
    if (req.method !== "OPTIONS") throw new HttpError(405);
    return new Response(null, {
      status: 204,
      headers: { allow: [...entry.methods.keys()].join(", ") },
    });
  };
}

function finish(response: Response): Response {
  if (response instanceof Response) return response;
  return fail(
    new TypeError(
      `Cannot answer with ${typeof response}: a handler must return a Response`,
    ),
  );
}

/** The answer to an error that no error page took. Only what an `HttpError` says is for the client. */
function fail(error: unknown): Response {
  const isForClient = error instanceof HttpError;
  const status = isForClient ? error.status : 500;
  if (status >= 500) console.error(error);
  const text = isForClient
    ? error.message || ERROR_TEXT[error.status]
    : "Internal server error";
  return new Response(text, { status });
}

function withoutBody({ status, statusText, headers }: Response): Response {
  return new Response(null, { status, statusText, headers });
}
