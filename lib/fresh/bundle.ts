import { build, stop } from "esbuild";
import { fileURLToPath } from "node:url";
import type { Project } from "./project.ts";

/** The code of one module for browsers: all islands of a project, and what brings them to life. */
export async function bundleIslands(
  project: Omit<Project, "client" | "clientCode">,
  target: string | string[],
): Promise<string> {
  const { root, mode, buildId, islands } = project;
  const text = JSON.stringify;
  const lines = islands.map((path, i) =>
    `import island${i} from ${text(`./islands/${path}`)};`
  );
  const names = islands.map((path, i) => `${text(path)}: island${i}`);
  lines.push(
    `import { hydrateIslands } from ${text(ownPath("./client.ts"))};`,
    `hydrateIslands({ ${names.join(", ")} });`,
  );
  try {
    const { outputFiles } = await build({
      stdin: { contents: lines.join("\n"), resolveDir: root },
      bundle: true,
      format: "esm",
      target,
      minify: mode === "production",
      sourcemap: mode === "production" ? false : "inline",
      jsx: "transform",
      jsxFactory: "freshElement",
      jsxFragment: "freshFragment",
      inject: [ownPath("./element.ts")],
      // What the import map says, which esbuild does not know.
      alias: { "fresh/runtime": ownPath("./runtime.ts") },
      define: { FRESH_BUILD_ID: text(buildId) },
      write: false,
      logLevel: "silent",
    });
    return outputFiles[0].text;
  } finally {
    // Its service process would keep the build from ending.
    await stop();
  }
}

function ownPath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
