/** Builds what a server does without at its start, while it runs: see `launch.ts`. */
import { setPriority } from "node:os";
import { writeRest } from "./project_data.ts";

/** The server comes first. */
const LOWEST = 19;

setPriority(LOWEST);
await writeRest(new URL("../../../", import.meta.url));
