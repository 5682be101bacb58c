/**
 * Autonomous systems whose lines go over satellites, as a word of the holder's
 * name and the numbers. Checked against the ASN table of 2026-06 by a test: a
 * wrong number would not bear the name.
 */
export const SATELLITE_ASNS:
  readonly (readonly [holder: string, ...asns: number[]])[] = [
    ["Space Exploration Technologies", 14593, 27277],
    ["ViaSat", 7155, 40311],
    ["Hughes Network Systems", 6621, 63062],
    ["Intelsat", 22351],
    ["SES ASTRA", 12684, 201554],
    ["Marlink", 5377],
    ["OneWeb", 800],
  ];
