import type { IpAddress } from "../../net/ip_address.ts";
import { overlayRuns, type RunSource } from "../columns/runs.ts";
import type { Registrations } from "./registered_countries.ts";

/** Registrations of which the first one takes precedence where it names a country. */
export class MergedRegistrations implements Registrations {
  constructor(private readonly parts: readonly Registrations[]) {}

  ofAddress(ip: IpAddress): string | undefined {
    for (const part of this.parts) {
      const code = part.ofAddress(ip);
      if (code !== undefined) return code;
    }
  }

  ofAsn(asn: number): string | undefined {
    for (const part of this.parts) {
      const code = part.ofAsn(asn);
      if (code !== undefined) return code;
    }
  }

  countryRuns(family: 4 | 6): RunSource {
    return overlayRuns(this.parts.map((part) => part.countryRuns(family)));
  }
}
