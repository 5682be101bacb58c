import type { Rir } from "./iana_ipv4_blocks.ts";

/**
 * The blocks that IANA has allocated to regional registries, and to which,
 * whole: "IPv6 Global Unicast Address Assignments" as of its last allocation,
 * 2024-11-01 (2410::/12). What it keeps itself or sets apart (2001::/23, 6to4)
 * is left out.
 */
export const IPV6_ALLOCATION_RIRS:
  readonly (readonly [cidr: string, rir: Rir])[] = [
    ["2001:200::/23", "APNIC"],
    ["2001:400::/23", "ARIN"],
    ["2001:600::/23", "RIPE"],
    ["2001:800::/22", "RIPE"],
    ["2001:c00::/23", "APNIC"],
    ["2001:e00::/23", "APNIC"],
    ["2001:1200::/23", "LACNIC"],
    ["2001:1400::/22", "RIPE"],
    ["2001:1800::/23", "ARIN"],
    ["2001:1a00::/23", "RIPE"],
    ["2001:1c00::/22", "RIPE"],
    ["2001:2000::/19", "RIPE"],
    ["2001:4000::/23", "RIPE"],
    ["2001:4200::/23", "AFRINIC"],
    ["2001:4400::/23", "APNIC"],
    ["2001:4600::/23", "RIPE"],
    ["2001:4800::/23", "ARIN"],
    ["2001:4a00::/23", "RIPE"],
    ["2001:4c00::/23", "RIPE"],
    ["2001:5000::/20", "RIPE"],
    ["2001:8000::/19", "APNIC"],
    ["2001:a000::/20", "APNIC"],
    ["2001:b000::/20", "APNIC"],
    ["2003::/18", "RIPE"],
    ["2400::/12", "APNIC"],
    ["2410::/12", "APNIC"],
    ["2600::/12", "ARIN"],
    ["2610::/23", "ARIN"],
    ["2620::/23", "ARIN"],
    ["2630::/12", "ARIN"],
    ["2800::/12", "LACNIC"],
    ["2a00::/12", "RIPE"],
    ["2a10::/12", "RIPE"],
    ["2c00::/12", "AFRINIC"],
  ];

/** The same blocks without their registries. */
export const IPV6_ALLOCATIONS: readonly string[] = IPV6_ALLOCATION_RIRS.map((
  [cidr],
) => cidr);
