import type { PackedFile } from "./contents.ts"

/** Entries that are about one optional package, and may name it in what they declare. */
const OWN_ENTRIES: Readonly<Record<string, RegExp>> = {
  ai: /^dist\/bridges\//,
  pg: /^dist\/dbos\//,
  "@dbos-inc/dbos-sdk": /^dist\/dbos\//,
  "@modelcontextprotocol/server": /^dist\/mcp\//,
}

/** Declarations that name an optional package, which a host need not have; its compiler would not find it. */
export function optionalPeerProblems(files: readonly PackedFile[]): string[] {
  const manifest = JSON.parse(files.find(({ path }) => path === "package.json")?.text ?? "{}")
  const optional = Object.keys(manifest.peerDependenciesMeta ?? {})
  return files
    .filter(({ path }) => path.endsWith(".d.ts"))
    .flatMap(({ path, text }) =>
      optional
        .filter((name) => text.includes(`"${name}"`) || text.includes(`"${name}/`))
        .filter((name) => OWN_ENTRIES[name]?.test(path) !== true)
        .map((name) => `${path} names ${name}, which is optional`),
    )
}
