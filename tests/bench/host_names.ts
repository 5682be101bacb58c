/** A seeded generator of numbers from 0 to 1, exclusive (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
}

export interface HostName {
  readonly ip: string;
  readonly name: string;
}

const WORDS =
  ("net tel com link fiber wave star nord sud west ost tele cable " +
    "giga meta data host core edge blue red sky sun metro city uni inter glob " +
    "euro asia").split(" ");
const SUFFIXES =
  "com net com net de fr co.uk com.br ne.jp net.pl ru it com.cn org net.au"
    .split(" ");
const PLACES = "ber par lon nyc sao tok mad rom waw ams fra lax chi dal sea"
  .split(" ");
const HOSTS = "mail www ns1 smtp mx web app db".split(" ");
const BLOCK_SIZES = [256, 512, 1_024, 2_048, 4_096];

/** Host names as reverse scans find them, by network; each provider has its own naming scheme. */
export function* networks(random: () => number): Generator<HostName[]> {
  const pick = (list: readonly string[]) =>
    list[Math.floor(random() * list.length)];
  const upTo = (limit: number) => Math.floor(random() * limit);
  while (true) {
    const number = random() < 0.3 ? upTo(100) : "";
    const domain = `${pick(WORDS)}${pick(WORDS)}${number}.${pick(SUFFIXES)}`;
    const place = pick(PLACES);
    const scheme = upTo(8);
    const [a, b, third] = [1 + upTo(223), upTo(256), upTo(16) * 16];
    const size = BLOCK_SIZES[upTo(BLOCK_SIZES.length)];
    yield Array.from({ length: size }, (_, i) => {
      const [c, d] = [third + (i >> 8), i & 255];
      const tag = upTo(1e9).toString(36);
      const names = [
        `${a}-${b}-${c}-${d}.dsl.${place}.${domain}`,
        `static.${d}.${c}.${b}.${a}.clients.${domain}`,
        `host-${a}-${b}-${c}-${d}.${domain}`,
        `ip${d}.${c}.${place}.pool.${domain}`,
        `c-${(a << 24 | b << 16 | c << 8 | d) >>> 0}.hsd1.${place}.${domain}`,
        `${tag}.dip0.${domain}`,
        `vps${tag}.${domain}`,
        `${pick(HOSTS)}${d}.${pick(WORDS)}${pick(WORDS)}${tag.slice(0, 3)}.${
          pick(SUFFIXES)
        }`,
      ];
      return { ip: `${a}.${b}.${c}.${d}`, name: names[scheme] };
    });
  }
}
