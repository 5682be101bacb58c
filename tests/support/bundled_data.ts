/** The folder that the build fills with the bundled databases. */
export const bundledData = new URL("../../_data/", import.meta.url);
