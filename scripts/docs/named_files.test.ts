import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, matchesGlob } from "node:path"
import { expect, test } from "vitest"
import { root } from "../setup.mjs"

const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n")
const PAGES = tracked.filter((file) =>
  /^(?:CONTRIBUTING\.md|docs\/architecture\.md|docs\/recipes\/)/.test(file),
)

/** Every file and folder, by each end of its path: pages name a file below the folder that they are about. */
const ends = new Set(tracked.flatMap(pathsTo).flatMap(endsOf))

test.each(PAGES)("%s names files that are there", (page) => {
  expect(namedFiles(readFileSync(join(root, page), "utf8")).filter((name) => !isThere(name))).toEqual([])
})

test("a file that was renamed is found", () => {
  expect(isThere("replay/input_format.ts")).toBe(true)
  expect(isThere("replay/format_option.ts")).toBe(false)
})

/** Names of files in code spans. NAME is yours, a leading dot an ending, and `dist` is built. */
function namedFiles(text: string): readonly string[] {
  const spans = [...text.matchAll(/`([\w./*-]{1,200})`/g)].map(([, span = ""]) => span)
  return spans
    .filter((span) =>
      /^\w.*\.(?:ts|mjs|ya?ml|json|md)$|^(?:packages|scripts|conformance|examples|docs)\//.test(span),
    )
    .filter((span) => !/\bNAME\b|\bdist\b|node_modules/.test(span))
    .map((span) => span.replace(/\/$/, ""))
}

function isThere(name: string): boolean {
  return name.includes("*") ? tracked.some((file) => matchesGlob(file, `**/${name}`)) : ends.has(name)
}

function pathsTo(file: string): readonly string[] {
  const parts = file.split("/")
  return parts.map((_part, at) => parts.slice(0, at + 1).join("/"))
}

function endsOf(path: string): readonly string[] {
  const parts = path.split("/")
  return parts.map((_part, at) => parts.slice(at).join("/"))
}
