export { WebRtcCandidates as default } from "./(_egress)/islands.ts";
