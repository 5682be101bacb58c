/** Runs before each file of tests. */
import { limitTests } from "./support/time_limit.ts";

/** The longest, of all pages in a browser, takes a minute, and more where the machine does other things as well. */
limitTests(300_000);
