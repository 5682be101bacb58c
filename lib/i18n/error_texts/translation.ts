/** What English sentences are in Chinese. */
export interface ErrorTexts {
  /** By the whole sentence. */
  readonly sentences: Readonly<Record<string, string>>;
  /** Of sentences with something in them; `$1` and the like stand for it. */
  readonly patterns: readonly (readonly [english: RegExp, chinese: string])[];
}
