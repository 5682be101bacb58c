export { WebRtcCandidates as default } from "../components/egress/browser/islands.ts";
