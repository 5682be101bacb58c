/** Whether a line type is right, as a person judged it by what is publicly known of the network. */
export type Verdict = "right" | "unsure" | "wrong";

/**
 * The verdicts of line_types.csv by AS number and line type. A type that changes has
 * no verdict, and has to be read again.
 */
export async function lineTypeVerdicts(): Promise<Map<string, Verdict>> {
  const text = await Deno.readTextFile(
    new URL("line_types.csv", import.meta.url),
  );
  const rows = text.trim().split("\n").slice(1).map((line) => line.split(","));
  return new Map(
    rows.map(([asn, type, verdict]) => [`${asn} ${type}`, verdict as Verdict]),
  );
}
