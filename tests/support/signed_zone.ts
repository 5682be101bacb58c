import { join } from "node:path";
import { tempFolder } from "./temp_folder.ts";

/** Where Debian's package `ldnsutils` puts its programs. */
export const SIGNER = "/usr/bin/ldns-signzone";
const KEY_GENERATOR = "/usr/bin/ldns-keygen";

export interface SignedZone {
  /** The zone file. */
  readonly file: string;
  /** Its DS record, as in the zone above. */
  readonly ds: string;
}

/**
 * Signs a zone with a new key (ECDSA P-256).
 *
 * @param records lines of a zone file, after a SOA and an NS record
 * @param expiresAt when the signatures expire; in two weeks by default
 */
export async function signZone(
  origin: string,
  records: readonly string[],
  expiresAt?: Date,
): Promise<SignedZone> {
  await using temporary = await tempFolder("zone-");
  const folder = temporary.path;
  const zone = join(folder, "zone");
  await Deno.writeTextFile(
    zone,
    [
      `$ORIGIN ${origin}.`,
      "$TTL 60",
      "@ SOA ns.invalid. root.invalid. 1 3600 600 86400 60",
      "@ NS ns.invalid.",
      ...records,
      "",
    ].join("\n"),
  );
  const key = (await run(folder, KEY_GENERATOR, [
    "-k",
    "-a",
    "ECDSAP256SHA256",
    origin,
  ])).trim();
  const dates = expiresAt
    ? ["-i", "20200101000000", "-e", ldnsTime(expiresAt)]
    : [];
  await run(folder, SIGNER, [...dates, "-f", "signed", zone, key]);
  return {
    file: await Deno.readTextFile(join(folder, "signed")),
    ds: (await Deno.readTextFile(join(folder, `${key}.ds`))).trim(),
  };
}

async function run(cwd: string, program: string, args: string[]) {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd,
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!success) throw new Error(`${program}: ${text(stderr)}`);
  return text(stdout);
}

const ldnsTime = (date: Date) =>
  date.toISOString().replace(/\.\d+Z$/, "").replace(/\D/g, "");
