/**
 * The islands of the egress page. Browsers that load the one load the other
 * too: as one module they share all that they have in common, and pack better
 * than as three.
 */
export { EgressProbes } from "./EgressProbes.tsx";
export { WebRtcCandidates } from "./WebRtcCandidates.tsx";
