import { expect, test } from "vitest"
import { optionalPeerProblems } from "./optional_peers.ts"

const MANIFEST = {
  path: "package.json",
  text: JSON.stringify({ peerDependenciesMeta: { "@proofloop/parsers": {}, ai: {} } }),
}

test("a declaration that names an optional package is found, but for the entry that is about it", () => {
  const named = (path: string, name: string) => ({ path, text: `import type { A } from "${name}";\n` })
  expect(
    optionalPeerProblems([
      MANIFEST,
      named("dist/bridges/ai_sdk.d.ts", "ai"),
      named("dist/loop/run.d.ts", "ai/test"),
      named("dist/code/read.d.ts", "@proofloop/parsers"),
      named("dist/code/read.js", "@proofloop/parsers"),
      named("dist/code/tree.d.ts", "./parsers.js"),
    ]),
  ).toEqual([
    "dist/loop/run.d.ts names ai, which is optional",
    "dist/code/read.d.ts names @proofloop/parsers, which is optional",
  ])
})
