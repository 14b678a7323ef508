export interface PackedFile {
  /** Relative to the package. */
  readonly path: string
  readonly text: string
}

const UNWANTED: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^(?:src|\.tsc|node_modules)\//, "is a source or an intermediate file"],
  [/(?:^|\/)fixtures?\//, "is a fixture"],
  [/\.(?:test|test-d|fixture)\.[^/]+$/, "is a test"],
  [/\.tsbuildinfo$/, "is the compiler's own state"],
  [/\.map$/, "is a source map; the code is packed readable"],
  [/(?<!\.d)\.ts$/, "is TypeScript, which Node does not load from node_modules"],
  [/(?:^|\/)\.[^/]+$/, "is a hidden file"],
]

/**
 * What is wrong with the contents of a tarball, one line each. `places` are folders of this machine that nothing packed
 * may name.
 */
export function contentProblems(files: readonly PackedFile[], places: readonly string[]): string[] {
  const missing = ["README.md", "LICENSE", "package.json"].filter(
    (wanted) => !files.some(({ path }) => path === wanted),
  )
  const wrong = files.flatMap(({ path, text }) => [
    ...UNWANTED.filter(([pattern]) => pattern.test(path)).map(([, what]) => `${path} ${what}`),
    ...places.filter((place) => text.includes(place)).map((place) => `${path} names ${place}`),
  ])
  return [...missing.map((name) => `${name} is missing`), ...wrong, ...manifestProblems(files)]
}

function manifestProblems(files: readonly PackedFile[]): string[] {
  const manifest = files.find(({ path }) => path === "package.json")?.text ?? ""
  return ["workspace:", "catalog:", "./src/", "prepack"]
    .filter((leftover) => manifest.includes(leftover))
    .map((leftover) => `package.json still says ${leftover}`)
}
