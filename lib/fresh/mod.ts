/** The part of Fresh 2's public API that this app uses, under the specifier `fresh`. */
export { App, type ListenOptions } from "./app.ts";
export type {
  Context,
  FreshConfig,
  LayoutConfig,
  Middleware,
  MiddlewareFn,
  ResolvedFreshConfig,
} from "./context.ts";
export { cors, type CORSOptions } from "./cors.ts";
export { csp, type CSPOptions } from "./csp.ts";
export { csrf, type CsrfOptions } from "./csrf.ts";
export {
  createDefine,
  type Define,
  type HandlerByMethod,
  type HandlerFn,
  type Method,
  page,
  type PageProps,
  type PageResponse,
  type RouteData,
  type RouteHandler,
} from "./define.ts";
export { HttpError } from "./http_error.ts";
export type { RouteConfig } from "./route.ts";
export { staticFiles } from "./static_files.ts";
