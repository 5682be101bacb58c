/** Runs before each file of tests. */
import { limitTests } from "./support/time_limit.ts";

// A server that a test starts must not download data.
Deno.env.set("DATA_UPDATE", "off");

/** The longest, of all pages in a browser, takes a minute, and more where the machine does other things as well. */
limitTests(300_000);
