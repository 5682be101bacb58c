import { Context, type Middleware } from "./context.ts";
import { HttpError } from "./http_error.ts";
import type { RouteComponent } from "./route.ts";

/** What was declared for a part of a path: it counts for the parts below as well. */
export interface Segment<State> {
  middlewares: Middleware<State>[];
  app?: RouteComponent<State>;
  layout?: RouteComponent<State>;
  onError?: Middleware<State>;
  notFound?: Middleware<State>;
}

/** What answers the requests of a route: its steps, and the components around its pages, outermost first. */
export interface Chain<State> {
  steps: Middleware<State>[];
  app?: RouteComponent<State>;
  layouts: RouteComponent<State>[];
  /** Answers for what the steps throw, or throws it again. */
  recover?: (ctx: Context<State>, error: unknown) => Promise<Response>;
}

/** Compiles what segments hold at this moment, outermost first, and the last steps. */
export function compileChain<State>(
  segments: Segment<State>[],
  last: Middleware<State>[],
): Chain<State> {
  const chain: Chain<State> = { steps: [], layouts: [] };
  for (const segment of segments) {
    const { app, layout, middlewares } = segment;
    if (app !== undefined) chain.app = app;
    if (layout !== undefined) chain.layouts.push(layout);
    const recover = recoverOf(segment, chain);
    // The outermost needs no step of its own, which would cost every request a turn.
    if (chain.steps.length === 0 && chain.recover === undefined) {
      chain.recover = recover;
    } else if (recover !== undefined) {
      chain.steps.push(async (ctx) => {
        try {
          return await ctx.next();
        } catch (error) {
          return await recover(ctx, error);
        }
      });
    }
    chain.steps.push(...middlewares);
  }
  chain.steps.push(...last);
  return chain;
}

/** How a segment answers for whatever is thrown further in, within the components known so far. */
function recoverOf<State>(
  { onError, notFound = onError }: Segment<State>,
  { app, layouts }: Chain<State>,
): Chain<State>["recover"] {
  if (notFound === undefined) return undefined;
  const shell = { app, layouts: [...layouts] };
  return (ctx, error) => {
    const isNotFound = error instanceof HttpError && error.status === 404;
    const answer = isNotFound ? notFound : onError;
    if (answer === undefined) throw error;
    return Context.answerError(ctx, error, { ...shell, steps: [answer] });
  };
}
