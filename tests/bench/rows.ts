import { Failure, type Outcome } from "./contenders.ts";

/** One line of the table: what was measured, and what it is compared with. */
export interface Row {
  what: string;
  /** With its unit; null if it could not be measured. */
  figure: string | null;
  /** The peer of the ratio, with its own figure; or why there is none. */
  peer?: string;
  ratio?: number;
  /** Empty for a figure without a target. */
  target: string;
  isReached: boolean | null;
}

export function rateText(rate: number): string {
  return `${Math.round(rate).toLocaleString("en-US")}/s`;
}

/** The row of a failed measurement. */
export function failedRow(what: string, { reason }: Failure, target = ""): Row {
  const peer = `failed: ${reason}`;
  return { what, figure: null, peer, target, isReached: null };
}

/** A rate that must reach a share of another; `peer.rate` is undefined if that is missing. */
export function ratioRow(
  what: string,
  rate: Outcome,
  peer: { name: string; rate: Outcome | undefined },
  least: number,
): Row {
  const target = `≥ ${least} of ${peer.name}`;
  if (rate instanceof Failure) return failedRow(what, rate, target);
  const figure = rateText(rate);
  if (peer.rate === undefined || peer.rate instanceof Failure) {
    const why = peer.rate ? `failed: ${peer.rate.reason}` : "is not installed";
    return {
      what,
      figure,
      peer: `${peer.name} ${why}`,
      target,
      isReached: null,
    };
  }
  const ratio = rate / peer.rate;
  return {
    what,
    figure,
    peer: `${peer.name} ${rateText(peer.rate)}`,
    ratio,
    target,
    isReached: ratio >= least,
  };
}

/** A rate that must reach a number. */
export function rateRow(what: string, rate: Outcome, least: number): Row {
  const target = `≥ ${rateText(least)}`;
  return rate instanceof Failure ? failedRow(what, rate, target) : {
    what,
    figure: rateText(rate),
    target,
    isReached: rate >= least,
  };
}

/** A figure that must stay below a number. */
export function underRow(
  what: string,
  figure: number,
  limit: number,
  unit: string,
): Row {
  const digits = figure < 100 ? 2 : 0;
  return {
    what,
    figure: `${figure.toFixed(digits)} ${unit}`,
    target: `< ${limit} ${unit}`,
    isReached: figure < limit,
  };
}

function reachedText({ figure, target, isReached }: Row): string {
  if (figure !== null && target === "") return "";
  if (isReached === null) return "not measured";
  return isReached ? "yes" : "**no**";
}

/** The rows as a table of Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    [
      row.what,
      row.figure ?? "–",
      row.peer ?? "",
      row.ratio?.toFixed(2) ?? "",
      row.target,
      reachedText(row),
    ].join(" | ")
  );
  return [
    "| what | figure | beside it | ratio | target | reached |",
    "|---|---|---|---|---|---|",
    ...lines.map((line) => `| ${line} |`),
    "",
  ].join("\n");
}
