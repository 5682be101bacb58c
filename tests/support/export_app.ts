import { createHash } from "node:crypto";
import { type TestApp, testApp } from "./app.ts";

export const md5 = (bytes: Uint8Array) =>
  createHash("md5").update(bytes).digest("hex");

/** What there is to export. */
interface Exported {
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly editions?: readonly {
    name: string;
    md5: string;
    packed: readonly [start: number, end: number];
  }[];
  /** Milliseconds since the epoch. */
  readonly madeAt?: number;
}

/** An app with the files of an export. */
export async function exportApp(
  { files, editions = [], madeAt = 0 }: Exported,
  { env = {}, ...options }: NonNullable<Parameters<typeof testApp>[0]> = {},
): Promise<TestApp> {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/export/old`, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) {
    await Deno.writeFile(`${folder}/export/old/${name}`, bytes);
  }
  await Deno.writeTextFile(
    `${folder}/export/manifest.json`,
    JSON.stringify({
      stamp: "x",
      madeAt,
      folder: "old",
      files: Object.entries(files).map(([name, bytes]) => ({
        name,
        type: "application/octet-stream",
        bytes: bytes.length,
        md5: md5(bytes),
      })),
      editions,
    }),
  );
  const app = await testApp({
    ...options,
    env: { EXPORT: "on", DATA_DIR: folder, ...env },
  });
  return Object.assign(app, {
    async [Symbol.asyncDispose]() {
      await app.services.close();
      await Deno.remove(folder, { recursive: true });
    },
  });
}
