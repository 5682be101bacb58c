import {
  EgressProbes,
  type EgressProbesProps,
} from "../components/egress/browser/EgressProbes.tsx";

/** The egress page below its introduction. */
export default function EgressProbesIsland(props: EgressProbesProps) {
  return <EgressProbes {...props} />;
}
