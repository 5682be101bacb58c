/** The regional internet registries. */
export type Rir = "ARIN" | "RIPE" | "APNIC" | "LACNIC" | "AFRINIC";

/** Domains of the registries' servers, and of the national ones that APNIC and LACNIC have below them. */
const RIRS: Readonly<Record<string, Rir>> = {
  "arin.net": "ARIN",
  "ripe.net": "RIPE",
  "apnic.net": "APNIC",
  "nic.ad.jp": "APNIC",
  "kisa.or.kr": "APNIC",
  "krnic.net": "APNIC",
  "cnnic.cn": "APNIC",
  "twnic.tw": "APNIC",
  "twnic.net.tw": "APNIC",
  "idnic.net": "APNIC",
  "vnnic.vn": "APNIC",
  "irinn.in": "APNIC",
  "lacnic.net": "LACNIC",
  "registro.br": "LACNIC",
  "nic.mx": "LACNIC",
  "afrinic.net": "AFRINIC",
};

/** The registry that the names of its servers tell of: the whois server's first, then the one that answered. */
export function rirOf(
  { port43, host }: { port43: string | null; host: string },
): Rir | null {
  return rirOfName(port43 ?? "") ?? rirOfName(host);
}

function rirOfName(name: string): Rir | null {
  const labels = name.toLowerCase().split(".");
  for (let i = 0; i < labels.length; i++) {
    const domain = labels.slice(i).join(".");
    if (Object.hasOwn(RIRS, domain)) return RIRS[domain];
  }
  return null;
}
