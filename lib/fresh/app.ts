import type { Config, Middleware } from "./context.ts";
import { addFileRoutes } from "./file_routes.ts";
import { createHandler, type Handler } from "./handler.ts";
import { type Route, routeStep } from "./route.ts";
import { Router } from "./router.ts";
import { snapshotOf } from "./snapshot.ts";

/** An application: middlewares, routes and what surrounds them. They count from top to bottom. */
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
  /** Answers every method. */
  readonly all = this.#adder("ALL");

  /** Adds middlewares for all routes that follow, or for those of them below a path. */
  use(first: string | Middleware<State>, ...others: Middleware<State>[]): this {
    return typeof first === "string"
      ? this.#declare((router) => router.at(first).middlewares.push(...others))
      : this.use("*", first, ...others);
  }

  /** Answers when nothing was found. */
  notFound(answer: Route<State> | Middleware<State>): this {
    return this.#declare((router) => router.at("*").notFound = stepOf(answer));
  }

  /** Answers when something below a path failed. */
  onError(path: string, answer: Route<State> | Middleware<State>): this {
    return this.#declare((router) => router.at(path).onError = stepOf(answer));
  }

  /** Adds a page, handlers for its data, or both. */
  route(path: string, route: Route<State>): this {
    return this.all(path, routeStep(route));
  }

  /** Adds the files of the routes folder, which a build knows. */
  fsRoutes(): this {
    return this.#declare((router) =>
      addFileRoutes(router, snapshotOf(this.config)?.routes ?? [])
    );
  }

  /** The function that serves requests. What is added later does not count for it. */
  handler(): Handler {
    const router = new Router<State>();
    for (const declare of this.#declarations) declare(router);
    return createHandler(this.config, router);
  }

  /** Serves until the process is told to end. */
  async listen(options: Deno.ServeTcpOptions = {}): Promise<void> {
    await Deno.serve(options, this.handler()).finished;
  }

  #adder(method: string) {
    return (path: string, ...steps: Middleware<State>[]): this =>
      this.#declare((router) =>
        router.add(method, path, router.chain(path, steps))
      );
  }

  #declare(declaration: (router: Router<State>) => void): this {
    this.#declarations.push(declaration);
    return this;
  }
}

function stepOf<State>(
  answer: Route<State> | Middleware<State>,
): Middleware<State> {
  return typeof answer === "function" ? answer : routeStep(answer);
}
