import {
  SpeedTest,
  type SpeedTestProps,
} from "../components/egress/SpeedTest.tsx";

/** The speed test of the egress page. */
export default function SpeedTestIsland(props: SpeedTestProps) {
  return <SpeedTest {...props} />;
}
