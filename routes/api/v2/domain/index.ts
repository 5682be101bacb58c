export { handler } from "../ip/index.ts";
