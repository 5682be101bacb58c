import text from "../../facts/whois_labels.csv" with { type: "text" };
import { readFacts } from "./read_facts.ts";

/**
 * The labels of whois responses, by what they mean.
 *
 * @throws {Error} with path and line number, if a row is invalid
 */
export const WHOIS_LABELS: Readonly<Record<string, readonly string[]>> =
  labelsByMeaning();

function labelsByMeaning(): Record<string, string[]> {
  const labels: Record<string, string[]> = {};
  const rows = readFacts("whois_labels.csv", text, {
    meaning: /^(?:record|role|contact|heading|shared)-[a-z]+(?:-[a-z]+)*$/,
    label: /^[\p{Ll}\p{Lo}\p{M}]+(?: [\p{Ll}\p{Lo}\p{M}]+)*$/u,
  }, ["meaning", "label"]);
  for (const { cells: { meaning, label } } of rows) {
    (labels[meaning] ??= []).push(label);
  }
  return labels;
}
