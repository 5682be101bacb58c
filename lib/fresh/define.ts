import type { AnyComponent, FunctionComponent } from "preact";
import type { Context, Middleware } from "./context.ts";

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** Data for the page component, with the status and headers of the answer. */
export interface PageResponse<T> {
  data: T;
  headers?: HeadersInit;
  status?: number;
}

/** Answers a request itself, or hands data to the page component of its route. */
export type HandlerFn<Data, State> = (
  ctx: Context<State>,
) => Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;

/** One handler for each method. */
export type HandlerByMethod<Data, State> = {
  [M in Method]?: HandlerFn<Data, State>;
};

/** One handler for all methods, or one for each. */
export type RouteHandler<Data, State> =
  | HandlerFn<Data, State>
  | HandlerByMethod<Data, State>;

/** The surrounding components that a page goes without. */
export interface RouteConfig {
  skipInheritedLayouts?: boolean;
  skipAppWrapper?: boolean;
}

/** What pages, layouts and the app wrapper receive. */
export type PageProps<Data = unknown, T = unknown> =
  & Omit<Context<T>, "next" | "redirect" | "render">
  & { Component: FunctionComponent; data: Data };

/** Hands data to the page component. */
export function page<T>(
  data: T,
  init: { headers?: HeadersInit; status?: number } = {},
): PageResponse<T> {
  return { ...init, data };
}

/** Functions that return what they are given and let TypeScript infer the rest. */
export function createDefine<State>() {
  return {
    handlers: <
      Data,
      Handlers extends RouteHandler<Data, State> = RouteHandler<Data, State>,
    >(handlers: Handlers) => handlers,
    page: <
      Handler extends RouteHandler<unknown, State> = never,
      Data = Handler extends HandlerFn<infer Data, State> ? Data
        : Handler extends HandlerByMethod<infer Data, State> ? Data
        : never,
    >(render: AnyComponent<PageProps<Data, State>>) => render,
    middleware: <M extends Middleware<State> | Middleware<State>[]>(
      middleware: M,
    ) => middleware,
    layout: (render: AnyComponent<PageProps<unknown, State>>) => render,
  };
}
