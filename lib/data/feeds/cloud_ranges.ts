import { z } from "zod";
import type { ListText } from "./prefix_file.ts";
import { wholeTextOf } from "./source_text.ts";

/** AWS's file, the largest, has about 3 MiB. */
const MAX_BYTES = 32 << 20;

const rows = <Row extends z.ZodType>(row: Row) => z.array(row).max(500_000);

const Google = z.object({
  creationTime: z.string().optional(),
  prefixes: rows(z.object({
    ipv4Prefix: z.string().optional(),
    ipv6Prefix: z.string().optional(),
  })),
});

const Aws = z.object({
  createDate: z.string().optional(),
  prefixes: rows(z.object({ ip_prefix: z.string() })),
  ipv6_prefixes: rows(z.object({ ipv6_prefix: z.string() })),
});

/** Reads the form in which Google, Bing and OpenAI publish the addresses of their machines. */
export async function parseGoogleRanges(source: string): Promise<ListText> {
  const { prefixes, creationTime } = await read(source, Google);
  return {
    entries: prefixes.map(({ ipv4Prefix, ipv6Prefix }) =>
      ipv4Prefix ?? ipv6Prefix ?? ""
    ),
    builtAt: utcOf(creationTime),
  };
}

/** Reads the `ip-ranges.json` of Amazon Web Services. */
export async function parseAwsRanges(source: string): Promise<ListText> {
  const { prefixes, ipv6_prefixes, createDate } = await read(source, Aws);
  return {
    entries: [
      ...prefixes.map(({ ip_prefix }) => ip_prefix),
      ...ipv6_prefixes.map(({ ipv6_prefix }) => ipv6_prefix),
    ],
    builtAt: utcOf(createDate),
  };
}

async function read<Schema extends z.ZodType>(source: string, schema: Schema) {
  const text = await wholeTextOf(source, MAX_BYTES);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error("it is no JSON", { cause });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [{ path, message }] = result.error.issues;
  throw new Error(`its ${path.join(".") || "root"}: ${message}`);
}

/** A date and time in UTC, as `2026-11-20T23:00:00.000000` or `2026-11-20-23-00-00`, to the second. */
function utcOf(text = ""): number | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[T-](\d\d)[:-](\d\d)[:-](\d\d)/
    .exec(text);
  if (!parts) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
