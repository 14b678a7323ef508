/**
 * The layers as data. A new folder in runtime/src or a new package is red until it has a line here.
 */

/** Which workspace packages a package may import (besides itself). */
export const packages = {
  "packages/runtime": { name: "@proofloop/runtime", imports: [] },
  "packages/presets": { name: "@proofloop/presets", imports: ["@proofloop/runtime"] },
  "packages/stdlib": { name: "@proofloop/stdlib", imports: ["@proofloop/runtime"] },
  conformance: {
    name: "@proofloop/conformance",
    imports: ["@proofloop/runtime", "@proofloop/presets", "@proofloop/stdlib"],
  },
  "packages/cli": {
    name: "@proofloop/cli",
    imports: ["@proofloop/runtime", "@proofloop/presets", "@proofloop/stdlib", "@proofloop/conformance"],
  },
  "packages/proofloop": { name: "proofloop", imports: ["@proofloop/cli"] },
  examples: {
    name: "@proofloop/examples",
    imports: [
      "@proofloop/runtime",
      "@proofloop/presets",
      "@proofloop/stdlib",
      "@proofloop/conformance",
      "@proofloop/cli",
    ],
  },
}

const core = ["protocol", "errors"]
const detector = [...core, "evidence", "stall"]
const models = [...core, "evidence", "models"]
const loop = [...detector, "machines", "models", "loop"]

/** Which folders of runtime/src a folder may import (besides itself). */
export const runtimeFolders = {
  protocol: ["errors"],
  errors: [],
  evidence: core,
  stall: [...core, "evidence"],
  machines: detector,
  models,
  loop: [...detector, "machines", "models"],
  bridges: loop,
  testing: loop,
  hostile: [...loop, "testing"],
}

/** What the files directly in runtime/src may import: every folder, or what stands here. */
export const runtimeEntries = { "detector.ts": detector }

/** Folders whose result depends on their arguments alone. */
export const pureFolders = ["evidence", "stall"]

/** Folders the pure ones load: types of any package are welcome there, code is not. */
export const pureDependencies = core

/** Packages the pure folders may load. */
export const isPurePackage = (specifier) =>
  specifier.startsWith("@noble/hashes/") || specifier === "fast-levenshtein"

/** Names whose use makes a result depend on more than its arguments. */
export const impureNames = new Set([
  "Date",
  "Intl",
  "Buffer",
  "clearInterval",
  "clearTimeout",
  "console",
  "crypto",
  "fetch",
  "globalThis",
  "performance",
  "process",
  "queueMicrotask",
  "require",
  "setImmediate",
  "setInterval",
  "setTimeout",
])

/** Members that are impure on any object. */
export const impureMembers = new Set([
  "Math.random",
  "localeCompare",
  "toLocaleLowerCase",
  "toLocaleString",
  "toLocaleUpperCase",
])

/** Where a package may be loaded inside runtime/src; tests may load anything. */
export const confinedPackages = { xstate: ["machines", "loop"] }

export const maximumLines = 400

/** Names that say nothing about what a file holds. */
export const emptyNames = /^(utils?|helpers?|common|types)$/
