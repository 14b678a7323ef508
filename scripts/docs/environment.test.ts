import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { catalogue } from "@proofloop/stdlib/critics"
import { expect, test } from "vitest"
import { root } from "../setup.mjs"

const page = readFileSync(join(root, "docs/environment.md"), "utf8")

/** Named by the page as examples of a rule, or read by tests alone. */
const ruled = new Set([
  ...catalogue.map(({ id }) => `PROOFLOOP_${id.toUpperCase().replaceAll("-", "_")}`),
  "PROOFLOOP_WORKER_DISABLE_THINKING",
  "PROOFLOOP_PLANNER_DISABLE_THINKING",
])

test("docs/environment.md lists the variables the packages read, and no other", () => {
  const listed = new Set(page.split("\n## Decisions\n")[0]?.match(VARIABLE))
  const read = variablesIn("packages")
  expect([...read].filter((name) => !listed.has(name) && !ruled.has(name))).toEqual([])
  expect([...listed].filter((name) => !read.has(name) && !ruled.has(name))).toEqual([])
})

const VARIABLE = /\b(?:PROOFLOOP|SEMGREP|TRIVY|OCCAM|CRITIC)_[A-Z][A-Z\d_]*[A-Z\d]\b/g

/** Names in the code of the packages, tests left out; those that are put together from parts are spelled out. */
function variablesIn(folder: string): ReadonlySet<string> {
  const names = readdirSync(join(root, folder))
    .map((name) => join(root, folder, name, "src"))
    .filter((source) => existsSync(source))
    .flatMap((source) =>
      readdirSync(source, { recursive: true, encoding: "utf8" }).map((file) => join(source, file)),
    )
    .filter((file) => file.endsWith(".ts") && !/\.(?:test|fixture)\.ts$/.test(file))
    .flatMap((file) => namesIn(readFileSync(file, "utf8")))
  return new Set(names)
}

function namesIn(text: string): readonly string[] {
  const switches = [...text.matchAll(/^ {2}G\d+: "([A-Z\d_]+)",$/gm)].map(([, name]) => `PROOFLOOP_${name}`)
  const suffixes = [...text.matchAll(/isOn\("(_[A-Z_]+)"\)/g)].map(
    ([, name]) => `PROOFLOOP_DISABLE_THINKING${name}`,
  )
  return [...(text.match(VARIABLE) ?? []), ...switches, ...suffixes]
}
