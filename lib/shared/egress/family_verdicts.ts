import { addressText, countryText } from "./address_text.ts";
import { distance, exitOf, isCovered } from "./known_exits.ts";
import type { EgressReport, Exit, Probe } from "./report.ts";
import type { Verdict } from "./verdict.ts";

const failed = ({ state }: Probe<unknown>) =>
  state === "none" || state === "timed_out";

/** Whether both families leave, and through the same country and network. */
export function familyVerdicts(report: EgressReport): Verdict[] {
  const v4 = exitOf(report, 4);
  const v6 = exitOf(report, 6);
  if (v4 && v6) return [compared(report, v4, v6)];
  if (v4 && failed(report.exits.v6)) {
    return [{
      tone: "info",
      sentence: "Traffic leaves over IPv4 alone: no answer came over IPv6.",
    }];
  }
  if (v6 && failed(report.exits.v4)) {
    return [{
      tone: "info",
      sentence: "Traffic leaves over IPv6 alone: no answer came over IPv4.",
    }];
  }
  if (failed(report.exits.v4) && failed(report.exits.v6)) {
    return [{
      tone: "warn",
      sentence: "Neither IPv4 nor IPv6 reached its host.",
    }];
  }
  return [];
}

function compared(report: EgressReport, v4: Exit, v6: Exit): Verdict {
  const { places } = report;
  const [country4, country6] = [v4, v6].map(({ ip }) =>
    countryText(report, ip)
  );
  // A VPN that carries the one family and forgets the other.
  const isSplit = isCovered(report, v4.ip) !== isCovered(report, v6.ip);
  const around = isSplit
    ? " One of the two seems to go around a VPN or proxy."
    : "";
  switch (distance(places[v4.ip], places[v6.ip])) {
    case "country":
      return {
        tone: isSplit ? "bad" : "warn",
        sentence:
          `IPv4 (${country4}) and IPv6 (${country6}) leave in different countries.${around}`,
      };
    case "network":
      return {
        tone: isSplit ? "warn" : "info",
        sentence: `IPv4 and IPv6 leave in one country through two networks: ${
          addressText(report, v4.ip)
        } and ${addressText(report, v6.ip)}.${around}`,
      };
    case "same":
      return {
        tone: "good",
        sentence: "IPv4 and IPv6 leave through the same network" +
          (country4 ? ` (${country4}).` : "."),
      };
    case "unknown":
      return {
        tone: "info",
        sentence: "Traffic leaves over both IPv4 and IPv6.",
      };
  }
}
