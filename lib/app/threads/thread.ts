import process from "node:process";
import { hasSessionCookie } from "../../accounts/sign_in/session.ts";
import { splitUrl } from "../../http/hosts.ts";
import { isThreadRoute } from "../../http/url_rows.ts";
import { routeGroupOf, rowOf } from "../../http/url_rows.ts";
import { parseIp } from "../../net/ip_address.ts";
import {
  createEntry,
  errorResponseFor,
  isUnusualPath,
} from "../../http/entry.ts";
import { mapMaybeAsync } from "../../core/async.ts";
import { LogRateLimiter } from "../../core/log.ts";
import { garbageCollection } from "../../core/thread_request.ts";
import { OpenBodies } from "../../http/on_response.ts";
import type { BuiltApp } from "../commands/serve.ts";
import type { ServiceDeps } from "../services/deps.ts";
import {
  type MainServices,
  openThreadServices,
} from "../services/thread_services.ts";
import type { Services } from "../services/services.ts";
import { passTo } from "./passed_request.ts";
import { type Message, type Peer, RemotePort } from "./remote.ts";
import {
  THREAD_NAME,
  type ThreadChanges,
  type ThreadStart,
} from "./thread_state.ts";

/** How often a thread reports its figures. */
const FIGURES_MS = 1_000;

/** Whether this code runs in a thread that serves requests, but not in the main one. */
export function isServingThread(): boolean {
  const { name } = globalThis as { name?: unknown };
  return typeof name === "string" && name.startsWith(THREAD_NAME);
}

interface ThreadDeps {
  deps: () => ServiceDeps;
  /** Makes these the services of the app. */
  use: (services: Services) => void;
  built: () => Promise<BuiltApp>;
}

/** Serves requests until the main thread says to stop. */
export function runThread({ deps, use, built }: ThreadDeps): void {
  const { parentPort } = process.getBuiltinModule("node:worker_threads");
  const thread = parentPort as unknown as Peer & {
    on(event: "message", receive: (data: readonly Message[]) => void): void;
  };
  let listen: () => void;
  let stop: () => Promise<void>;
  let change: (changes: ThreadChanges) => Promise<void>;
  const main = new RemotePort(thread, {
    thread: {
      async start({ hostname, port, state }: ThreadStart) {
        const pending = new Strikes(main);
        const opened = await openThreadServices(deps(), state, {
          quotas: main.service("quotas"),
          tokenVerifier: main.service("tokenVerifier"),
          strike: (...strike) => pending.add(strike),
        });
        const { services, isPassingFacts } = opened;
        // The requests that this thread serves need no others.
        use(services as unknown as Services);
        change = opened.change;
        const { default: { fetch }, loadRoutes } = await built();
        await loadRoutes?.(isThreadRoute);
        // What loading leaves takes 10 MB for the 40 seconds that V8 would wait.
        garbageCollection()();
        const here = createEntry(fetch, services);
        const pass = passTo(main);
        const { log, now } = services;
        const bodies = new OpenBodies();
        let server: Deno.HttpServer | undefined;
        listen = () => {
          const lines = new LogRateLimiter({ now });
          server = Deno.serve(
            {
              ...{ hostname, port, reusePort: true, onListen() {} },
              onError: errorResponseFor({ log, lines }),
            },
            bodies.watch((request, info) =>
              isServedHere(request, isPassingFacts)
                ? pending.before(here(request, info))
                : pass(request, info)
            ),
          );
        };
        const figures = setInterval(() => {
          main.call("figures", "set", [opened.figures()]).catch(() => {});
        }, FIGURES_MS);
        stop = async () => {
          clearInterval(figures);
          await bodies.ended();
          await server?.shutdown();
          await main.call("figures", "set", [opened.figures()]);
          await services.close();
        };
      },
      change: (changes: ThreadChanges) => change(changes),
      listen: () => listen(),
      stop: () => stop(),
    },
  });
  thread.on("message", (data) => main.receive(data));
}

/**
 * The strikes that the main thread doesn't know yet. The response that causes one
 * waits for it, because a ban that follows must hold for the next request.
 */
class Strikes {
  #last: Promise<unknown> | null = null;

  constructor(private readonly main: RemotePort) {}

  add(strike: Parameters<MainServices["strike"]>): void {
    const told = this.main.call("limits", "strike", strike).catch(() => {})
      .finally(() => {
        if (this.#last === told) this.#last = null;
      });
    this.#last = told;
  }

  before(
    response: Response | Promise<Response>,
  ): Response | Promise<Response> {
    return mapMaybeAsync(
      response,
      (made) => this.#last ? this.#last.then(() => made) : made,
    );
  }
}

/**
 * Whether a thread serves a request itself. It passes all others to the main
 * thread: what the URL table doesn't mark, members' pages, domain names, files
 * that aren't found, and what a router could read in two ways.
 *
 * @param isPassingFacts whether only the main thread can describe addresses
 */
function isServedHere(
  { url, method, headers }: Request,
  isPassingFacts: boolean,
): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const { pathname } = splitUrl(url);
  if (pathname !== "/" && isUnusualPath(pathname)) return false;
  const row = rowOf(pathname);
  if (!row) return routeGroupOf(pathname) === "files";
  if (row.threads === undefined) return false;
  if (row.threads === "facts" && isPassingFacts) return false;
  if (row.path.includes(":") && !hasAddress(row.path, pathname)) return false;
  if (row.group !== "home" && row.path !== "/:target") return true;
  // Only pages look at cookies, and describe the client.
  const cookies = headers.get("cookie");
  if (cookies !== null && hasSessionCookie(cookies)) return false;
  return !isPassingFacts || !headers.get("accept")?.includes("text/html");
}

/** The target is the last segment, but for `/:target/:fact`. */
function hasAddress(pattern: string, pathname: string): boolean {
  const segments = pathname.split("/");
  const target = pattern.startsWith("/:target")
    ? segments[1]
    : segments.at(-1)!;
  return parseIp(target) !== null;
}
