/** How the documents start Deno by npx: with what it has downloaded, it needs no network. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";

const root = new URL("..", import.meta.url).pathname;
const PACKAGE = `deno@${Deno.version.deno}`;

/** The files that start Deno by npx, and how. */
async function npxCommands(folder = root): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = folder + name;
    if (isDirectory && ["docs", "deploy", "deb"].includes(name)) {
      found.push(...await npxCommands(`${path}/`));
    } else if (/\.md$|^\.env/.test(name) || folder.includes("/deploy/")) {
      const text = isDirectory ? "" : await Deno.readTextFile(path);
      for (const [start] of text.matchAll(/npx (?:-\S+ )*deno\S*/g)) {
        found.push([path.slice(root.length), start]);
      }
    }
  }
  return found;
}

/** An npm registry on loopback with one package, a program that prints its arguments. */
async function startRegistry() {
  const [name, version] = PACKAGE.split("@");
  const manifest = { name, version, bin: { deno: "deno.js" } };
  const tarball = gzipSync(
    await packTar([
      ["package.json", JSON.stringify(manifest)],
      ["deno.js", "#!/usr/bin/env node\nconsole.log(...process.argv.slice(2))"],
    ].map(([file, body]) => ({
      header: { name: `package/${file}`, size: body.length, mode: 0o755 },
      body,
    }))),
  );
  const integrity = `sha512-${
    createHash("sha512").update(tarball).digest("base64")
  }`;
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    ({ url, method }) => {
      // A report about known vulnerabilities.
      if (method === "POST") return Response.json({});
      if (url.endsWith(".tgz")) return new Response(tarball);
      const dist = { tarball: `${url}.tgz`, integrity };
      return Response.json({
        name,
        "dist-tags": { latest: version },
        versions: { [version]: { ...manifest, dist } },
      });
    },
  );
  return { url: `http://127.0.0.1:${server.addr.port}/`, server };
}

Deno.test("documents - start Deno by npx so that it prefers what it has downloaded", async () => {
  const commands = await npxCommands();
  assert(commands.some(([file]) => file === "README.md"));
  for (const [file, command] of commands) {
    assert.equal(command, `npx -y --prefer-offline ${PACKAGE}`, file);
  }
});

Deno.test("README - its command starts Deno without a network, once it has been downloaded", async () => {
  const folder = await Deno.makeTempDir();
  const { url, server } = await startRegistry();
  const text = await Deno.readTextFile(`${root}README.md`);
  const [, command] = /^ {4}(npx .* task start)$/m.exec(text)!;
  const [program, ...args] = command.split(" ");
  const run = async () => {
    const { code, stdout, stderr } = await new Deno.Command(program, {
      args,
      cwd: folder,
      env: {
        HOME: folder,
        npm_config_cache: `${folder}/cache`,
        npm_config_registry: url,
        npm_config_update_notifier: "false",
      },
      // Without the option, npm gives up after 70 s.
      signal: AbortSignal.timeout(50_000),
    }).output();
    const decoder = new TextDecoder();
    assert.equal(code, 0, decoder.decode(stderr));
    assert.equal(decoder.decode(stdout), "task start\n");
  };
  try {
    await run();
    await server.shutdown();
    await run();
  } finally {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
});
