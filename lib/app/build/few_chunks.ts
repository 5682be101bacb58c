import type { Plugin } from "esbuild";
import { join } from "node:path";
import { isThreadRoute } from "../../http/url_rows.ts";

/** The built app, in the project's folder. */
export const BUILT_APP = "_fresh/server.js";

/**
 * Routes in a chunk of their own; the others share one. Threads load only what they
 * serve. Deno needs 0.4 ms and up
 * to 100 kB for each module, so few large ones are better than one for each route.
 * But the first request must not wait for all of them, nor any other for the API's
 * documents, whose schemas take long to make.
 */
const ROUTE_CHUNKS: readonly (readonly [
  name: string,
  isIn: (route: string) => boolean,
])[] = [
  ["home", (route) => route === "index.tsx"],
  ["threads", isThreadRoute],
  ["documents", (route) => /^(?:docs\/|openapi)/.test(route)],
  ["others", () => true],
];

/** How the built app imports a route on demand. */
const LATE_ROUTE = /\bimport\("\.\.\/routes\/([^"]+)"\)/g;

/**
 * Makes esbuild write few chunks. It puts modules into one chunk only if the same
 * entries need them, and each module that is imported on demand is an entry. So
 * every such module is made to need all that is loaded before it, which costs
 * nothing when it runs.
 *
 * This edits the built app, because esbuild has no option for it. The server then has
 * 64 files and needs 149 MB. With a file for each route, it has 281 and needs 158
 * MB; without splitting, it needs 157 MB and starts 50 ms later (Deno 2.9.6, esbuild
 * 0.28.2).
 */
export function fewChunks(root: string): {
  plugin: Plugin;
  edited: (name: string, text: string) => string;
} {
  const chunks = new Map(ROUTE_CHUNKS.map(([name]) => [name, [] as string[]]));
  const chunkOf = (route: string) =>
    ROUTE_CHUNKS.find(([, isIn]) => isIn(route))![0];
  const lateRoute = (_: string, route: string) => {
    const chunk = chunkOf(route);
    chunks.get(chunk)!.push(route);
    return `import("routes:${chunk}").then((all) => all["${route}"])`;
  };
  return {
    edited(name, text) {
      if (name === BUILT_APP) text = text.replaceAll(LATE_ROUTE, lateRoute);
      // At the end, so that no line or column changes.
      return `${text}\nimport "project:main.ts";`;
    },
    plugin: {
      name: "few chunks",
      setup(build) {
        build.onResolve({ filter: /^project:/ }, ({ path }) => ({
          path: join(root, path.slice("project:".length)),
        }));
        build.onResolve({ filter: /^routes:/ }, ({ path }) => ({
          path: path.slice("routes:".length),
          namespace: "routes",
        }));
        build.onLoad({ filter: /^/, namespace: "routes" }, ({ path }) => ({
          contents: [
            `import "project:${BUILT_APP}";`,
            ...chunks.get(path)!.map((route) =>
              `export * as "${route}" from "project:routes/${route}";`
            ),
          ].join("\n"),
        }));
      },
    },
  };
}
