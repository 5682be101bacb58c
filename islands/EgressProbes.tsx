import {
  EgressProbes,
  type EgressProbesProps,
} from "../components/egress/EgressProbes.tsx";

/** The egress page below its introduction. */
export default function EgressProbesIsland(props: EgressProbesProps) {
  return <EgressProbes {...props} />;
}
