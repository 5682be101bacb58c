/** The endpoints of one group. */
export { handler } from "./index.tsx";
