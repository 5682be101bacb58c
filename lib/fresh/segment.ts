import {
  type Chain,
  type Middleware,
  progressOf,
  type Recovery,
} from "./context.ts";
import { HttpError } from "./http_error.ts";
import type { Layout, RouteComponent, Shell } from "./render.ts";

/**
 * What was registered for one part of a path, and for the parts below it. The parts of
 * `/api/:id` are `api` and `:id`; a route group in the file tree is a part as well.
 */
export class Segment<State> {
  readonly middlewares: Middleware<State>[] = [];
  layout: Layout<State> | undefined;
  appWrapper: RouteComponent<State> | undefined;
  onError: Middleware<State> | undefined;
  notFound: Middleware<State> | undefined;
  readonly #children = new Map<string, Segment<State>>();

  /** This segment and those that lead on to the path, which come into being where they are missing. */
  along(parts: readonly string[]): Segment<State>[] {
    const path: Segment<State>[] = [this];
    for (const part of parts) path.push(path.at(-1)!.#child(part));
    return path;
  }

  #child(part: string): Segment<State> {
    let child = this.#children.get(part);
    if (child === undefined) this.#children.set(part, child = new Segment());
    return child;
  }
}

/** Compiles what the segments hold at this moment, and the last steps, to one chain. */
export function compileChain<State>(
  segments: readonly Segment<State>[],
  last: readonly Middleware<State>[],
): Chain<State> {
  const steps: Middleware<State>[] = [];
  const layouts: Layout<State>[] = [];
  let appWrapper: RouteComponent<State> | undefined;
  let recover: Recovery<State> | undefined;
  for (const segment of segments) {
    appWrapper = segment.appWrapper ?? appWrapper;
    if (segment.layout !== undefined) layouts.push(segment.layout);
    const recovery = recoveryOf(segment, { appWrapper, layouts: [...layouts] });
    if (recovery !== undefined) {
      // The outermost needs no step of its own, which would cost every request an await.
      if (steps.length === 0 && recover === undefined) recover = recovery;
      else {steps.push((ctx) =>
          ctx.next().catch((error) => recovery(ctx, error))
        );}
    }
    steps.push(...segment.middlewares);
  }
  steps.push(...last);
  return { steps, shell: { appWrapper, layouts }, recover };
}

/** How the error pages of a segment answer for whatever is thrown further in. */
function recoveryOf<State>(
  { onError, notFound }: Segment<State>,
  shell: Shell<State>,
): Recovery<State> | undefined {
  if (onError === undefined && notFound === undefined) return undefined;
  return (ctx, error) => {
    const isNotFound = error instanceof HttpError && error.status === 404;
    const answer = (isNotFound ? notFound : undefined) ?? onError;
    if (answer === undefined) throw error;
    const progress = progressOf(ctx);
    progress.shell = shell;
    progress.position = progress.steps.length;
    ctx.error = error;
    return answer(ctx);
  };
}
