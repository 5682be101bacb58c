/** A regional internet registry, as it is commonly called. */
export type Rir = "ARIN" | "RIPE" | "APNIC" | "LACNIC" | "AFRINIC";

/**
 * The blocks of the IANA IPv4 Address Space registry as of 2021-04 by the
 * regional registry that administers them, as first octets. The last free ones
 * were given out in 2011-02.
 *
 * Legacy blocks, those of a single holder too, stand under the registry that
 * keeps their records. Parts of a block can since have been transferred to
 * another region: this tells where to ask, not who holds an address.
 */
export const IANA_IPV4_BLOCKS:
  readonly (readonly [rir: Rir, blocks: string])[] = [
    [
      "ARIN",
      "3-4 6-9 11-13 15-24 26 28-30 32-35 38 40 44-45 47-48 50 52 54-56 63-76 96-100 104 107-108 128-132 134-140 142-144 146-149 152 155-162 164-170 172-174 184 192 198-199 204-209 214-216",
    ],
    [
      "RIPE",
      "2 5 25 31 37 46 51 53 57 62 77-95 109 141 145 151 176 178 185 188 193-195 212-213 217",
    ],
    [
      "APNIC",
      "1 14 27 36 39 42-43 49 58-61 101 103 106 110-126 133 150 153 163 171 175 180 182-183 202-203 210-211 218-223",
    ],
    ["LACNIC", "177 179 181 186-187 189-191 200-201"],
    ["AFRINIC", "41 102 105 154 196-197"],
  ];
