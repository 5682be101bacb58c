import assert from "node:assert/strict";
import {
  DATA_NOTICES,
  SOFTWARE_NOTICES,
} from "../../../../lib/docs/view/texts.ts";
import {
  serviceModules,
  specifiersBelow,
} from "../../../support/module_graph.ts";

const root = new URL("../../../../", import.meta.url);

async function jsonOf(path: string) {
  return JSON.parse(await Deno.readTextFile(new URL(path, root)));
}

/** The license a package says it has, without its remarks. */
async function licenseOf(name: string): Promise<string> {
  const { license } = await jsonOf(`node_modules/${name}/package.json`);
  return /\((.*)\)/.exec(license)?.[1] ?? license;
}

Deno.test("SOFTWARE_NOTICES - contains every package with its license", async () => {
  const { imports } = await jsonOf("deno.json");
  const specifiers = await Promise.all(serviceModules.map(specifiersBelow));
  const packages = Object.keys(imports).filter((name) =>
    imports[name].startsWith("npm:") && !name.startsWith("@types/") &&
    specifiers.flat().some((specifier) =>
      specifier === name || specifier.startsWith(`${name}/`)
    )
  );
  const data = DATA_NOTICES.map(({ packageName }) => packageName);
  const expected = await Promise.all(
    packages.filter((name) => !data.includes(name)).sort()
      .map(async (name) => ({ name, license: await licenseOf(name) })),
  );
  assert.deepEqual(SOFTWARE_NOTICES, expected);
});

/** Manifests that say CC0 of data whose NRO_LICENSE, beside it, asks for attribution. */
const LICENSES: Readonly<Record<string, string>> = {
  "@ip-location-db/geo-whois-asn-country": "CC-BY-4.0",
};

Deno.test("DATA_NOTICES - has the license of each package", async () => {
  for (const { packageName, license } of DATA_NOTICES) {
    if (packageName === undefined) continue;
    const expected = LICENSES[packageName] ?? await licenseOf(packageName);
    assert.equal(license, expected, packageName);
  }
});
