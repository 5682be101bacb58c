import { basename, join, relative } from "node:path";
import type { Project } from "./project.ts";
import { CLIENT_URL } from "./snapshot.ts";

/**
 * The server of a production build, `_fresh/server.js`. It names every module it imports, so that
 * `deno compile` finds them all, and finds files from its own address, so that it runs from anywhere.
 * Routes are loaded when they are first asked for, so that the first answer waits for no others, or
 * by `loadRoutes`.
 */
export function serverModule(project: Project): string {
  const { root, mode, buildId, client, routes, islands } = project;
  // What surrounds routes is there from the start: an error page may be needed when no file can be opened.
  const around = routes.filter((path) => basename(path).startsWith("_"));
  const engine = relative(join(root, "_fresh"), import.meta.dirname!);
  const files = [
    ...[...project.clientFiles.keys()].map((name) => [
      CLIENT_URL + name,
      `client/${name}`,
    ]),
    ...project.static.map((path) => [
      `/${path}`,
      `${project.staticChanged.has(path) ? "" : "../"}static/${path}`,
    ]),
  ];
  return `// Made by the build from the project's files: changes here are lost.
import { app } from "../main.ts";
import { applySnapshot } from ${address(`${engine}/snapshot.ts`)};
${
    lines(around, (path, i) =>
      `import * as around${i} from ${address(`../routes/${path}`)};`)
  }
${
    lines(islands, (path, i) =>
      `import island${i} from ${address(`../islands/${path}`)};`)
  }

const at = (path) => new URL(path, import.meta.url);

const routes = [
${
    lines(routes, (path) => {
      const i = around.indexOf(path);
      const module = i < 0
        ? `() => import(${address(`../routes/${path}`)})`
        : `around${i}`;
      return `  [${JSON.stringify(path)}, ${module}],`;
    })
  }
];

applySnapshot(app, {
  root: at("..").pathname,
  mode: "${mode}",
  buildId: "${buildId}",
  client: "${client}",
  routes,
  islands: new Map([
${lines(islands, (path, i) => `    [island${i}, ${JSON.stringify(path)}],`)}
  ]),
  files: new Map([
${
    lines(files, ([url, path]) =>
      `    [${JSON.stringify(url)}, at(${address(path)})],`)
  }
  ]),
});

/** Loads the routes that nobody has asked for yet. */
export async function loadRoutes() {
  for (const [, module] of routes) {
    if (typeof module === "function") await module();
  }
}

export default { fetch: app.handler() };
`;
}

function lines<T>(items: T[], line: (item: T, i: number) => string): string {
  return items.map(line).join("\n");
}

/** A relative address; written as people do, so that both mean one module. */
function address(path: string): string {
  const url = path.replaceAll("\\", "/").replace(/[%#?]/g, encodeURIComponent);
  return JSON.stringify(url);
}
