import { build, stop } from "esbuild";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Project } from "./project.ts";

/** What browsers load: the module that wakes islands, and what it loads for each, by file name. */
export interface ClientCode {
  entry: string;
  files: Map<string, string>;
}

/** Bundles a project's islands, so that a page loads those it has and no others. Names change with the content. */
export async function bundleIslands(
  project: Pick<Project, "root" | "mode" | "buildId" | "islands">,
  target: string | string[],
): Promise<ClientCode> {
  const { root, mode, buildId, islands } = project;
  const text = JSON.stringify;
  const loaders = islands.map((path) =>
    `${text(path)}: () => import(${text(`./islands/${path}`)})`
  );
  const entry = [
    `import { hydrateIslands } from ${text(ownPath("./client.ts"))};`,
    `hydrateIslands({ ${loaders.join(", ")} });`,
  ];
  try {
    const { outputFiles } = await build({
      stdin: { contents: entry.join("\n"), resolveDir: root },
      bundle: true,
      splitting: true,
      outdir: root,
      entryNames: "[hash]",
      chunkNames: "[hash]",
      format: "esm",
      // Escapes would be twice as long as what they stand for.
      charset: "utf8",
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
    const files = outputFiles.map(({ path, text }) =>
      [basename(path), text] as const
    );
    // The entry is the first of them.
    return { entry: files[0][0], files: new Map(files) };
  } finally {
    // Its service process would keep the build from ending.
    await stop();
  }
}

function ownPath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
