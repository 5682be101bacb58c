/** What a piece of evidence can speak of. */
export type Trait =
  | "residential"
  | "commercial"
  | "hosting"
  | "mobile"
  | "satellite"
  | "proxy"
  | "vpn"
  | "tor"
  | "crawler"
  | "abuser";

/** One thing a source says for or against a trait of an address. */
export interface Evidence {
  readonly kind: Trait;
  /** Name of the source. Two items of one source are not independent. */
  readonly source: string;
  /** -100 to 100: how much the item alone is worth; below zero it speaks against. */
  readonly weight: number;
  /** For people, in words, without the name of the source: `on a list of Tor exits`. */
  readonly detail: string;
  /** When the source last looked, in milliseconds since the epoch; null where it does not say. */
  readonly observedAt: number | null;
}
