import { basename, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Project } from "./project.ts";
import type { StaticFile } from "./snapshot.ts";

/** Folder of the browser's modules within a build. */
const CLIENT_FOLDER = "client";

/**
 * The files of a production build. `server.js` imports every module statically, so that `deno
 * compile` finds them all, and finds files from its own address, so that it runs from anywhere.
 */
export function serverFiles(
  project: Project,
): Map<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>([[
    "server.js",
    serverModule(project),
  ]]);
  for (const [path, { content }] of project.clientFiles) {
    if (content instanceof Uint8Array) {
      files.set(`${CLIENT_FOLDER}/${basename(path)}`, content);
    }
  }
  return files;
}

function serverModule(project: Project): string {
  const { config, routes, islands, mode, buildId, client } = project;
  const at = (path: string) => literal(relativeUrl(config.outDir, path));
  const file = (
    path: string,
    { content: _, ...facts }: StaticFile,
    source: string,
  ) =>
    `[${literal(path)}, { ...${literal(facts)}, content: new URL(${
      at(source)
    }, import.meta.url) }]`;
  return `// Made by the build from the project's files: changes here are lost.
import { app } from ${at(config.serverEntry)};
import { applySnapshot } from ${
    at(fileURLToPath(new URL("snapshot.ts", import.meta.url)))
  };
${
    lines(routes, (path, i) =>
      `import * as route${i} from ${at(join(config.routeDir, path))};`)
  }
${lines(islands, ([path], i) => `import island${i} from ${at(path)};`)}

applySnapshot(app, {
  root: new URL(${at(config.root)}, import.meta.url).pathname,
  mode: ${literal(mode)},
  buildId: ${literal(buildId)},
  client: ${literal(client)},
  routes: [
${lines(routes, (path, i) => `    [${literal(path)}, route${i}],`)}
  ],
  islands: new Map([
${lines(islands, ([, module], i) => `    [island${i}, ${literal(module)}],`)}
  ]),
  files: new Map([
${
    lines([...project.staticFiles], ([path, facts]) =>
      `    ${file(path, facts, join(config.staticDir, path))},`)
  }
${
    lines([...project.clientFiles], ([path, facts]) =>
      `    ${
        file(path, facts, join(config.outDir, CLIENT_FOLDER, basename(path)))
      },`)
  }
  ]),
});

export default { fetch: app.handler() };
`;
}

function lines<T>(
  items: readonly T[],
  line: (item: T, index: number) => string,
): string {
  return items.map(line).join("\n");
}

function literal(value: unknown): string {
  return JSON.stringify(value);
}

/** How a module in a folder refers to a path; written as people do, so that both mean one module. */
function relativeUrl(folder: string, path: string): string {
  const url = relative(folder, path).split(sep).join("/").replace(
    /[%#?\s]/g,
    encodeURIComponent,
  );
  return url.startsWith(".") ? url : `./${url}`;
}
