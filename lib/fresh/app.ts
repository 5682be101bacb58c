import { type Chain, Context, type Middleware } from "./context.ts";
import { addFileRoutes } from "./file_routes.ts";
import { ERROR_TEXT, HttpError } from "./http_error.ts";
import { type Route, routeMiddleware } from "./route.ts";
import { pathnameOf, Router } from "./router.ts";
import { type Config, snapshotOf } from "./snapshot.ts";

/**
 * Handles requests for `Deno.serve`. A response that is available synchronously
 * is returned without a promise, which `Deno.serve` sends sooner.
 */
export type Handler = (
  req: Request,
  info?: Deno.ServeHandlerInfo,
) => Response | Promise<Response>;

/** An application. Middlewares apply to the routes declared after them. */
export class App<State> {
  readonly config: Config = {
    root: ".",
    basePath: "",
    mode: "production",
    trustProxy: false,
  };
  readonly #declarations: ((router: Router<State>) => void)[] = [];

  readonly get = this.#adder("GET");
  readonly post = this.#adder("POST");
  readonly put = this.#adder("PUT");
  readonly patch = this.#adder("PATCH");
  readonly delete = this.#adder("DELETE");
  /** Adds a handler for every method. */
  readonly all = this.#adder("ALL");

  /** Adds middlewares, optionally only for a path and everything below it. */
  use(first: string | Middleware<State>, ...others: Middleware<State>[]): this {
    return typeof first === "string"
      ? this.#declare((router) =>
        router.segment(first).middlewares.push(...others)
      )
      : this.use("*", first, ...others);
  }

  /** Sets what responds if nothing was found. */
  notFound(page: Route<State> | Middleware<State>): this {
    return this.#declare((router) =>
      router.segment("*").notFound = asMiddleware(page)
    );
  }

  /** Sets what responds to errors thrown below a path. */
  onError(path: string, page: Route<State> | Middleware<State>): this {
    return this.#declare((router) =>
      router.segment(path).onError = asMiddleware(page)
    );
  }

  /** Adds a page, handlers, or both. */
  route(path: string, route: Route<State>): this {
    return this.all(path, routeMiddleware(route));
  }

  /** Adds the files of the routes folder, as found by the build. */
  fsRoutes(): this {
    return this.#declare((router) =>
      addFileRoutes(router, snapshotOf(this.config)?.routes ?? [])
    );
  }

  /** Compiles the app. Later declarations don't affect the returned handler. */
  handler(): Handler {
    const router = new Router<State>();
    for (const declare of this.#declarations) declare(router);
    return createHandler(this.config, router);
  }

  #adder(method: string) {
    return (path: string, ...middlewares: Middleware<State>[]): this =>
      this.#declare((router) =>
        router.add(method, path, router.chain(path, middlewares))
      );
  }

  #declare(declaration: (router: Router<State>) => void): this {
    this.#declarations.push(declaration);
    return this;
  }
}

function asMiddleware<State>(
  page: Route<State> | Middleware<State>,
): Middleware<State> {
  return typeof page === "function" ? page : routeMiddleware(page);
}

/** Default of `info`, for tests that call a handler without a connection. */
const NO_CONNECTION: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 1234 },
  completed: Promise.resolve(),
};

function createHandler<State>(config: Config, router: Router<State>): Handler {
  const throwing = (status: 404 | 405) =>
    router.chain("/", [() => {
      throw new HttpError(status);
    }]);
  const notFound = throwing(404);
  const methodNotAllowed = throwing(405);
  const find = router.compile();

  return (req, info = NO_CONNECTION) => {
    const path = pathnameOf(req.url);
    // An invalid Host header makes an invalid URL, which no handler could use.
    if (path === undefined) return errorResponse(new HttpError(400));
    const isHead = req.method === "HEAD";
    const { pattern = null, methods, params = {} } = find(path) ?? {};
    const chain = methods === undefined
      ? notFound
      : methods.get(isHead ? "GET" : req.method) ?? methods.get("ALL") ??
        methodNotAllowed;
    const ctx = new Context(config, req, info, pattern, params, path, chain);
    const promise = ctx.next();
    const response = Context.syncResponseOf(ctx, promise);
    if (response instanceof Response) {
      return isHead ? withoutBody(response) : response;
    }
    const recovered = recover(promise, ctx, chain);
    return isHead ? recovered.then(withoutBody) : recovered;
  };
}

/** Waits for a response; errors become one. */
async function recover<State>(
  promise: Promise<Response>,
  ctx: Context<State>,
  chain: Chain<State>,
): Promise<Response> {
  try {
    return assertResponse(await promise);
  } catch (error) {
    if (chain.recover === undefined) return errorResponse(error);
    try {
      return assertResponse(await chain.recover(ctx, error));
    } catch (unhandled) {
      return errorResponse(unhandled);
    }
  }
}

function assertResponse(response: Response): Response {
  if (response instanceof Response) return response;
  throw new TypeError(
    `Cannot respond with ${typeof response}: handlers must return a Response`,
  );
}

/** The response to an error that no error page handled. Only an `HttpError` has a message for the client. */
function errorResponse(error: unknown): Response {
  const isHttpError = error instanceof HttpError;
  const status = isHttpError ? error.status : 500;
  if (status >= 500) console.error(error);
  const text = isHttpError ? error.message || ERROR_TEXT[error.status] : null;
  return new Response(text ?? "Internal server error", { status });
}

/**
 * The response to HEAD. An empty stream replaces the body: for `null` a server would send the length 0,
 * which is not that of GET's body (RFC 9110 section 8.6).
 */
function withoutBody(response: Response): Response {
  const body = response.body === null ? null : new Blob([]).stream();
  return new Response(body, response);
}
