/** What one finding means. */
export interface Verdict {
  tone: "good" | "warn" | "bad" | "info";
  sentence: string;
}
