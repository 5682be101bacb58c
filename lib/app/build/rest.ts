/** Builds what a server does without at its start, while it runs: see `launch.ts`. */
import { setPriority } from "node:os";
import { writeTables } from "./project_data.ts";

/** The server comes first. */
const LOWEST = 19;

setPriority(LOWEST);
await writeTables(new URL("../../../", import.meta.url), true);
