import lookup from "@photostructure/tz-lookup";

/**
 * The IANA time zone at a place, in degrees; undefined at sea and where the
 * coordinates are none.
 */
export function timezoneAt(
  latitude: number,
  longitude: number,
): string | undefined {
  let zone: string;
  try {
    zone = lookup(latitude, longitude);
  } catch {
    return undefined;
  }
  // Off the coasts the package answers with a zone by longitude.
  return zone.startsWith("Etc/") ? undefined : zone;
}
