export { EgressProbes as default } from "../components/egress/browser/islands.ts";
