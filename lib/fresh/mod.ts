/** The part of Fresh 2's public API that this app uses, under the specifier `fresh`. */
export { App } from "./app.ts";
export type { Context, Middleware } from "./context.ts";
export { cors, type CORSOptions } from "./cors.ts";
export { csp, type CSPOptions } from "./csp.ts";
export { csrf, type CsrfOptions } from "./csrf.ts";
export {
  createDefine,
  type HandlerByMethod,
  type HandlerFn,
  page,
  type PageProps,
  type PageResponse,
  type RouteConfig,
  type RouteHandler,
} from "./define.ts";
export { HttpError } from "./http_error.ts";
export { staticFiles } from "./static_files.ts";
