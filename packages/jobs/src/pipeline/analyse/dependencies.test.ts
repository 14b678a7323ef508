import { expect, it } from "vitest"
import { faultsOf, type Files, GO, packageJson, TS, without } from "./analyse.fixture.ts"
import { dependencies } from "./dependencies.ts"

it.each<readonly [what: string, files: Files, faults: readonly RegExp[]]>([
  ["a manifest that does not parse", { ...TS, "package.json": "{" }, [/^package\.json:1/]],
  ["no manifest", without(GO, "go.mod", "go.sum"), [/go\.mod no manifest declares/]],
  ["no lockfile", without(GO, "go.sum"), [/go\.sum there is no lockfile/]],
  ["no lockfile on purpose", { ...without(TS, "package-lock.json"), ".npmrc": "package-lock=false\n" }, []],
  [
    "versions without a bound",
    packageJson({ dependencies: { a: "*", b: "^1.0.0", c: "owner/name", d: "owner/name#v1" } }),
    [/package\.json:\d+ takes a at \*/, /takes c at owner\/name/],
  ],
  [
    "what is given up",
    packageJson({ dependencies: { request: "^2.0.0" }, keywords: ["request", "nose"] }),
    [/package\.json:\d+ request is given up/],
  ],
  [
    "what somebody else needs",
    { ...GO, "go.mod": `${GO["go.mod"] ?? ""}require github.com/pkg/errors v0.9.1 // indirect\n` },
    [],
  ],
  [
    "nothing that proposes updates",
    without(TS, ".github/dependabot.yml"),
    [/dependabot\.yml nothing proposes/],
  ],
])("%s", async (_what, files, faults) => {
  const found = await faultsOf(dependencies, files)
  expect(found).toEqual(faults.map((fault): unknown => expect.stringMatching(fault)))
})
