/** The part of Fresh 2's public API that this app uses, imported as `fresh`. */
export { App } from "./app.ts";
export type { Context, Middleware, PageProps, RouteConfig } from "./context.ts";
export { HttpError } from "./http_error.ts";
export { csp, type CSPOptions, csrf, type CsrfOptions } from "./middlewares.ts";
export {
  createDefine,
  type HandlerByMethod,
  type HandlerFn,
  page,
  type PageResponse,
  type RouteHandler,
} from "./route.ts";
export { staticFiles } from "./static_files.ts";
