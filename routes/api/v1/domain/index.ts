export { handler } from "../../geoip/index.ts";
