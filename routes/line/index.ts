export { handler } from "./[query].ts";
