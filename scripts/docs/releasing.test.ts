import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "../setup.mjs"

/** The list of `RELEASING.md` of what changes once the packages are on npm. */
const listed = readFileSync(join(root, "RELEASING.md"), "utf8").split("## Once it is on npm")[1] ?? ""

test("RELEASING.md lists every file that names the command for unattended use", () => {
  const found = filesWith(/--no-install\W+proofloop/)
  expect(found.filter((file) => !listed.includes(file))).toEqual([])
})

test("nothing takes the packages from npm while they are not there", () => {
  expect(filesWith(/npx (?:-y|--yes) proofloop\b|"-y", "proofloop"/)).toEqual([])
})

function filesWith(pattern: RegExp): readonly string[] {
  const tracked = execFileSync("git", ["ls-files", "README.md", "docs", "packages", "actions", ".github"], {
    cwd: root,
    encoding: "utf8",
  }).split("\n")
  return tracked
    .filter((file) => /\.(?:md|ts|ya?ml|json)$/.test(file) && !/\.test\.ts$|\/installation\.md$/.test(file))
    .filter((file) => pattern.test(readFileSync(join(root, file), "utf8")))
}
