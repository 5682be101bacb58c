import type {
  FreshConfig,
  LayoutConfig,
  Middleware,
  ResolvedFreshConfig,
  Surroundings,
} from "./context.ts";
import { addFileRoutes } from "./file_routes.ts";
import { createHandler, type Handler } from "./handler.ts";
import type { RouteComponent } from "./render.ts";
import { type Route, routeStep } from "./route.ts";
import { Router } from "./router.ts";
import { compileChain, Segment } from "./segment.ts";
import { type Snapshot, snapshotOf } from "./snapshot.ts";

/** Where and how {@linkcode App.listen} serves. */
export type ListenOptions =
  & Partial<Deno.ServeTcpOptions & Deno.TlsCertifiedKeyPem>
  & {
    remoteAddress?: string;
  };

type Declaration<State> = (
  root: Segment<State>,
  router: Router<State>,
  snapshot: Snapshot | undefined,
) => void;

/** An application: middlewares, routes and what surrounds them. They count from top to bottom. */
export class App<State> {
  readonly config: ResolvedFreshConfig;
  readonly #declarations: Declaration<State>[] = [];

  constructor(config: FreshConfig = {}) {
    this.config = {
      root: ".",
      basePath: "",
      mode: config.mode ?? "production",
      trustProxy: false,
    };
  }

  /** Adds middlewares for all routes that follow, or for those of them below a path. */
  use(...middleware: Middleware<State>[]): this;
  use(path: string, ...middleware: Middleware<State>[]): this;
  use(
    pathOrFirst: string | Middleware<State>,
    ...others: Middleware<State>[]
  ): this {
    const [path, middlewares] = typeof pathOrFirst === "string"
      ? [pathOrFirst, others]
      : ["*", [pathOrFirst, ...others]];
    return this.#at(
      path,
      (segment) => segment.middlewares.push(...middlewares),
    );
  }

  /** Answers when nothing was found. */
  notFound(routeOrMiddleware: Route<State> | Middleware<State>): this {
    return this.#at(
      "*",
      (segment) => segment.notFound = lastStep(routeOrMiddleware),
    );
  }

  /** Answers when something below a path failed. */
  onError(
    path: string,
    routeOrMiddleware: Route<State> | Middleware<State>,
  ): this {
    return this.#at(
      path,
      (segment) => segment.onError = lastStep(routeOrMiddleware),
    );
  }

  /** Sets the component around everything: the one with `<html>`, `<head>` and `<body>`. */
  appWrapper(component: RouteComponent<State>): this {
    return this.#at("*", (segment) => segment.appWrapper = component);
  }

  /** Sets the component around the pages below a path. */
  layout(
    path: string,
    component: RouteComponent<State>,
    config: LayoutConfig = {},
  ): this {
    return this.#at(path, (segment) => segment.layout = { component, config });
  }

  /** Adds a page, handlers for its data, or both. */
  route(path: string, route: Route<State>): this {
    return this.#route("ALL", path, [routeStep(route)]);
  }

  get(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#route("GET", path, middlewares);
  }

  post(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#route("POST", path, middlewares);
  }

  put(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#route("PUT", path, middlewares);
  }

  patch(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#route("PATCH", path, middlewares);
  }

  delete(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#route("DELETE", path, middlewares);
  }

  head(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#route("HEAD", path, middlewares);
  }

  /** Answers every method. */
  all(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#route("ALL", path, middlewares);
  }

  /** Adds the files of the routes folder, which the snapshot of a build knows. */
  fsRoutes(): this {
    this.#declarations.push((root, router, snapshot) =>
      addFileRoutes(root, router, snapshot?.routes ?? [])
    );
    return this;
  }

  /** The function that serves requests. What is added or applied later does not count for it. */
  handler(): Handler {
    const snapshot = snapshotOf(this);
    const root = new Segment<State>();
    const router = new Router<State>();
    for (const declare of this.#declarations) declare(root, router, snapshot);
    const config = snapshot === undefined
      ? this.config
      : { ...this.config, root: snapshot.root, mode: snapshot.mode };
    const app: Surroundings = { config, snapshot };
    return createHandler(app, root, router);
  }

  /** Serves until the process is told to end. */
  async listen(options: ListenOptions = {}): Promise<void> {
    await Deno.serve(options, this.handler()).finished;
  }

  #at(path: string, declare: (segment: Segment<State>) => void): this {
    this.#declarations.push((root) =>
      declare(root.along(partsOf(path)).at(-1)!)
    );
    return this;
  }

  #route(method: string, path: string, last: Middleware<State>[]): this {
    this.#declarations.push((root, router) =>
      router.add(method, path, compileChain(root.along(partsOf(path)), last))
    );
    return this;
  }
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== "*");
}

function lastStep<State>(
  routeOrMiddleware: Route<State> | Middleware<State>,
): Middleware<State> {
  return typeof routeOrMiddleware === "function"
    ? routeOrMiddleware
    : routeStep(routeOrMiddleware);
}
