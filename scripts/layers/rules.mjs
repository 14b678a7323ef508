/**
 * The layers as data: which package imports which, and inside each, which folder imports which, types included. A new
 * package or a new folder directly below a package's `src` is red until it has a row here. Below the floors, a row names only
 * folders above it in the same table, so no two folders import each other.
 */

const foundation = ["@proofloop/foundation"]
const toRuntime = [...foundation, "@proofloop/runtime"]
const toStdlib = [...toRuntime, "@proofloop/stdlib"]
const toVerifier = [...toStdlib, "@proofloop/verifier"]

const core = ["errors", "protocol"]
const detector = [...core, "evidence", "stall"]
const loop = [...detector, "machines", "models", "loop"]
const critics = ["repository", "code", "critics"]

/**
 * A row for each package: `imports`, the workspace packages it may import beside itself, and `rooms`, for each folder of its
 * `src` the others it may import; "." stands for files directly in `src`. Public entries import every room, or those that
 * `entries` names.
 */
export const packages = {
  "packages/foundation": {
    name: "@proofloop/foundation",
    imports: [],
    rooms: {
      text: [],
      errors: ["text"],
      process: ["text", "errors"],
      files: ["text", "errors", "process"],
      git: ["text", "errors", "process", "files"],
      paths: ["text", "errors", "files"],
    },
  },
  "packages/parsers": {
    name: "@proofloop/parsers",
    imports: foundation,
    rooms: {
      ".": [],
      json: ["."],
      yaml: ["."],
      python: ["."],
      script: ["."],
      schema: ["."],
      workflow: ["."],
      tree: ["."],
    },
  },
  "packages/runtime": {
    name: "@proofloop/runtime",
    imports: foundation,
    rooms: {
      errors: [],
      protocol: ["errors"],
      evidence: core,
      stall: [...core, "evidence"],
      machines: detector,
      models: [...core, "evidence"],
      loop: [...detector, "machines", "models"],
      bridges: loop,
      testing: loop,
      hostile: [...loop, "testing"],
    },
    entries: { "detector.ts": detector },
  },
  "packages/presets": {
    name: "@proofloop/presets",
    imports: toRuntime,
    rooms: { definition: [], ".": ["definition"], resolution: ["definition", "."] },
  },
  "packages/stdlib": {
    name: "@proofloop/stdlib",
    imports: [...toRuntime, "@proofloop/parsers"],
    rooms: {
      parsers: [],
      workspace: [],
      repository: [],
      code: ["parsers", "repository"],
      critics: ["parsers", "repository", "code"],
      llm_json: [],
      prompt_files: [],
      prompts: ["repository"],
      planning: ["parsers", "repository", "llm_json", "prompts", "workspace"],
      gate: [...critics, "llm_json", "prompts", "planning", "workspace"],
      loop_gate: [...critics, "gate", "workspace"],
      panel: [...critics, "gate", "llm_json", "prompts"],
      observations: ["gate", "repository"],
      tools: [...critics, "workspace"],
    },
  },
  "packages/mcp": { name: "@proofloop/mcp", imports: toStdlib },
  "packages/replay": {
    name: "@proofloop/replay",
    imports: toRuntime,
    rooms: { sessions: [], replay: ["sessions"], meter: ["sessions", "replay"] },
  },
  "packages/verifier": {
    name: "@proofloop/verifier",
    imports: toStdlib,
    rooms: {
      verdict: [],
      brief: ["verdict"],
      consensus: ["verdict"],
      ledger: ["verdict"],
      session: ["verdict", "brief", "consensus", "ledger"],
      decision: ["verdict", "brief", "consensus", "ledger", "session"],
      evaluation: ["verdict", "consensus", "session"],
    },
  },
  "packages/self-correction": {
    name: "@proofloop/self-correction",
    // MCP for a test alone: a client sees its tools.
    imports: [...toVerifier, "@proofloop/mcp"],
    rooms: {
      feedback: [],
      prompt_files: [],
      store: ["feedback"],
      forge: ["feedback"],
      settings: ["feedback", "store", "forge"],
      review: ["feedback", "settings"],
      steps: ["feedback", "prompt_files", "store", "forge", "settings"],
      critique: ["prompt_files", "steps"],
      run: ["feedback", "store", "forge", "settings", "review", "steps"],
      tools: ["feedback", "settings", "steps", "critique", "run"],
      ".": ["feedback", "store", "settings", "steps", "run"],
    },
  },
  conformance: { name: "@proofloop/conformance", imports: [...toVerifier, "@proofloop/presets"] },
  "packages/cli": {
    name: "@proofloop/cli",
    imports: [
      ...toVerifier,
      "@proofloop/mcp",
      "@proofloop/presets",
      "@proofloop/replay",
      "@proofloop/self-correction",
      "@proofloop/conformance",
    ],
    rooms: {
      console: [],
      arguments: ["console"],
      terminal: ["console"],
      timeline: ["console", "terminal"],
      presets: ["console", "arguments", "terminal"],
      replay: ["console", "arguments", "terminal", "timeline"],
      check: ["console", "arguments", "terminal", "replay"],
      conformance: ["console", "arguments", "terminal"],
      demo: ["console", "arguments", "terminal", "timeline"],
      explain: ["console", "arguments", "terminal", "timeline"],
      run: ["console", "arguments", "terminal", "timeline", "explain"],
      mcp: ["console", "arguments", "check"],
      meter: ["console", "arguments", "terminal", "replay"],
      verdicts: ["console", "arguments", "terminal", "replay", "run"],
      feedback: ["console", "arguments", "terminal", "replay", "run", "verdicts"],
      verbs: [
        "console",
        "arguments",
        "check",
        "conformance",
        "demo",
        "explain",
        "feedback",
        "mcp",
        "meter",
        "presets",
        "replay",
        "run",
        "verdicts",
      ],
      ".": ["console", "arguments", "verbs"],
    },
  },
  "packages/proofloop": { name: "proofloop", imports: ["@proofloop/cli"] },
  examples: {
    name: "@proofloop/examples",
    imports: [
      ...toVerifier,
      "@proofloop/presets",
      "@proofloop/replay",
      "@proofloop/self-correction",
      "@proofloop/conformance",
      "@proofloop/cli",
    ],
  },
}

/** Folders whose result depends on their arguments alone. */
export const pureFolders = [
  "packages/foundation/src/text",
  "packages/runtime/src/evidence",
  "packages/runtime/src/stall",
]

/** Folders the pure ones load: types of any package are welcome there, code is not. */
export const pureDependencies = [
  "packages/foundation/src/errors",
  "packages/runtime/src/errors",
  "packages/runtime/src/protocol",
]

/** Packages the pure folders may load. */
export const isPurePackage = (specifier) =>
  /^@noble\/hashes\/|^fastest-levenshtein$|^@proofloop\/foundation\/(text|errors)$/.test(specifier)

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
