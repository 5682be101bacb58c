export { EgressProbes as default } from "./(_egress)/islands.ts";
