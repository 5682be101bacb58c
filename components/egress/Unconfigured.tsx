import {
  egressPageTexts,
  type EgressTexts,
  egressTexts,
  speedTexts,
} from "../../lib/egress/view/texts.ts";
import type {
  EgressSetup,
  InactiveServer,
} from "../../lib/egress/view/report.ts";
import { useTexts } from "../ui/language.ts";
import { Table } from "../ui/Table.tsx";

interface UnconfiguredProps {
  setup: EgressSetup;
  /** Servers that are configured and do not run. */
  off: readonly InactiveServer[];
  hasSpeedTest: boolean;
}

/** For administrators: the parts that are off, and the variables or the reason. */
export function Unconfigured({ setup, off, hasSpeedTest }: UnconfiguredProps) {
  const { unconfigured: words } = useTexts(egressPageTexts);
  const rows = unconfiguredParts(setup, useTexts(egressTexts));
  const { title } = useTexts(speedTexts);
  if (!hasSpeedTest) rows.push({ part: title, variables: "SPEED_TEST" });
  const reasons = { no_udp: words.noUdp, not_started: words.notStarted };
  const shown = ({ variables, servers = [] }: UnconfiguredPart) => {
    const inactive = off.find(({ part }) => servers.includes(part));
    return inactive ? reasons[inactive.reason] : <code>{variables}</code>;
  };
  if (rows.length === 0) return null;
  return (
    <section class="panel">
      <h2>{words.title}</h2>
      <p>{words.intro}</p>
      <Table
        caption={words.title}
        columns={{
          [words.part]: ({ part }) => part,
          [words.turnOn]: shown,
        }}
        rows={rows}
        keyOf={({ part }) => part}
        empty=""
      />
    </section>
  );
}

/** A part of the page that is off, and the variables that turn it on. */
interface UnconfiguredPart {
  part: string;
  variables: string;
  /** What it needs to run. */
  servers?: readonly InactiveServer["part"][];
}

/** What administrators could still configure, in the page's order. */
function unconfiguredParts(
  setup: EgressSetup,
  { rows: { labels }, verdicts: { byStun, natMapping, nat64 }, titles }:
    EgressTexts,
): UnconfiguredPart[] {
  const { probeZone, hasV6NameServer, stunUrls, nat64StunUrl, hasOwnSites } =
    setup;
  const parts: [
    isOn: boolean,
    part: string,
    variables: string,
    servers?: UnconfiguredPart["servers"],
  ][] = [
    [setup.v4Origin !== null, labels.v4, "V4_URL"],
    [setup.v6Origin !== null, labels.v6, "V6_URL"],
    [setup.literalOrigin !== null, labels.literal, "V6_LITERAL_URL"],
    [
      probeZone !== null,
      labels.resolvers,
      "DNS_PROBE_ZONE, DNS_PROBE_ADDRESSES, DNS_PROBE_PORT",
      ["name_server"],
    ],
    [hasV6NameServer, labels.resolversV6, "DNS_PROBE_ADDRESSES", [
      "name_server",
    ]],
    [stunUrls.length > 0, byStun, "STUN_PORT, STUN_URLS", ["stun"]],
    [stunUrls.length > 1, natMapping, "STUN_SECOND_PORT, STUN_URLS", [
      "stun",
      "second_stun",
    ]],
    [nat64StunUrl !== null, nat64, "STUN_PORT, DNS_PROBE_ADDRESSES", ["stun"]],
    [!hasOwnSites, titles.sites, "EGRESS_SITES"],
  ];
  return parts.filter(([isOn]) => !isOn)
    .map(([, part, variables, servers]) => ({ part, variables, servers }));
}
