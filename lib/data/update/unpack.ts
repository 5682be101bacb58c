import { byteText } from "../../core/text.ts";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import { writeAll } from "./durable_file.ts";

export interface UnpackOptions {
  readonly packing: "gzip" | "tar.gz";
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly onBytes: (done: number) => void;
}

type Chunks = AsyncIterable<Uint8Array>;

/** An error raised here, not by the streams, which may wrap it. Its message is for the operator. */
class UnpackError extends Error {}

/**
 * Unpacks a gzip file, or the only member of a tar.gz whose name ends in `.mmdb`,
 * to `target`. Names in the archive are never used as paths.
 *
 * @throws {Error} with a message for the operator; the signal's reason
 */
export async function unpack(
  source: string,
  target: string,
  options: UnpackOptions,
): Promise<void> {
  const { packing, signal } = options;
  using file = await Deno.open(target, {
    write: true,
    create: true,
    truncate: true,
  });
  let own: UnpackError | undefined;
  const take = async (chunks: Chunks) => {
    try {
      const counted = limited(chunks, options);
      if (packing === "gzip") await writeEach(file, counted);
      else await writeMember(file, counted);
    } catch (error) {
      if (error instanceof UnpackError) own = error;
      throw error;
    }
  };
  try {
    await pipeline(createReadStream(source), createGunzip(), take, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (own) throw own.cause ?? own;
    throw new Error(`the download ${errorText(error, packing)}`, {
      cause: error,
    });
  }
}

function errorText(error: unknown, packing: UnpackOptions["packing"]): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "Z_BUF_ERROR") return "is truncated";
  const gzip = packing === "gzip" || String(code).startsWith("Z_");
  return `is not a valid ${gzip ? "gzip file" : "tar archive"}`;
}

async function* limited(
  chunks: Chunks,
  { maxBytes, onBytes }: UnpackOptions,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    // A few kilobytes can unpack to more than fits on a disk.
    if (bytes > maxBytes) {
      throw new UnpackError(`it unpacks to more than ${byteText(maxBytes)}`);
    }
    onBytes(bytes);
    yield chunk;
  }
}

async function writeEach(file: Deno.FsFile, chunks: Chunks): Promise<void> {
  for await (const chunk of chunks) {
    await writeAll(file, chunk).catch((cause) => {
      throw new UnpackError("it cannot be written", { cause });
    });
  }
}

async function writeMember(file: Deno.FsFile, chunks: Chunks): Promise<void> {
  const members = ReadableStream.from(chunks)
    .pipeThrough(createTarDecoder({ strict: true }));
  let found = 0;
  for await (const { header, body } of members) {
    const wanted = header.type === "file" && header.name.endsWith(".mmdb");
    if (!wanted) {
      await body.cancel();
      continue;
    }
    if (++found > 1) break;
    await writeEach(file, body);
  }
  if (found !== 1) {
    const many = found === 0 ? "no" : "more than one";
    throw new UnpackError(`the archive contains ${many} .mmdb file`);
  }
}
