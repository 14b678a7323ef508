import { expect, test } from "vitest"
import { optionalPeerProblems } from "./optional_peers.ts"

const manifest = {
  path: "package.json",
  text: JSON.stringify({ peerDependenciesMeta: { yaml: {}, "@modelcontextprotocol/server": {} } }),
}

test("a declaration that names an optional package is found, but for the entry that is about it", () => {
  const named = (path: string, name: string) => ({ path, text: `import type { A } from "${name}";\n` })
  expect(
    optionalPeerProblems([
      manifest,
      named("dist/mcp.d.ts", "@modelcontextprotocol/server"),
      named("dist/mcp/stdio.d.ts", "@modelcontextprotocol/server/stdio"),
      named("dist/tools.d.ts", "@modelcontextprotocol/server/stdio"),
      named("dist/code/read.d.ts", "yaml"),
      named("dist/code/read.js", "yaml"),
      named("dist/code/tree.d.ts", "./yaml.js"),
    ]),
  ).toEqual([
    "dist/tools.d.ts names @modelcontextprotocol/server, which is optional",
    "dist/code/read.d.ts names yaml, which is optional",
  ])
})
