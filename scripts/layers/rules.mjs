/**
 * The layers as data: which package imports which, and inside each, which folder imports which, types included. A new
 * package or a new folder directly below a package's `src` is red until it has a row here. Below the floors, a row names only
 * folders above it in the same table, so no two folders import each other.
 */

const FOUNDATION = ["@proofloop/foundation"]
const TO_RUNTIME = [...FOUNDATION, "@proofloop/runtime"]
const TO_STDLIB = [...TO_RUNTIME, "@proofloop/stdlib"]
const TO_VERIFIER = [...TO_STDLIB, "@proofloop/jobs/verifier"]

const CORE = ["errors", "protocol"]
const DETECTOR = [...CORE, "evidence", "stall"]
const LOOP = [...DETECTOR, "machines", "models", "tools", "loop"]
const CRITICS = ["repository", "code", "critics"]

/**
 * A row for each package, and for each folder of its `src` that has rooms of its own. `imports`: other rows it may import.
 * `rooms`: for each folder the others it may import; "." stands for files directly in it. Public entries import every room, or those that
 * `entries` names.
 */
export const PACKAGES = {
  "packages/foundation": {
    name: "@proofloop/foundation",
    imports: [],
    rooms: {
      text: [],
      errors: ["text"],
      process: ["text", "errors"],
      files: ["text", "errors", "process"],
      git: ["text", "errors", "process", "files", "paths"],
      paths: ["text", "errors", "files"],
      sandbox: ["text", "errors", "process", "files"],
      trees: ["text", "errors", "process", "files", "sandbox"],
    },
  },
  "packages/parsers": {
    name: "@proofloop/parsers",
    imports: FOUNDATION,
    rooms: {
      ".": [],
      json: ["."],
      yaml: ["."],
      xml: ["."],
      dockerfile: ["."],
      python: ["."],
      script: ["."],
      schema: ["."],
      workflow: ["."],
      tree: ["."],
    },
  },
  "packages/runtime": {
    name: "@proofloop/runtime",
    imports: FOUNDATION,
    rooms: {
      errors: [],
      protocol: ["errors"],
      evidence: CORE,
      stall: [...CORE, "evidence"],
      machines: DETECTOR,
      models: [...CORE, "evidence"],
      tools: [...DETECTOR, "models"],
      loop: [...DETECTOR, "machines", "models", "tools"],
      bridges: LOOP,
      testing: LOOP,
      hostile: [...LOOP, "testing"],
    },
    entries: { "detector.ts": DETECTOR },
  },
  "packages/presets": {
    name: "@proofloop/presets",
    imports: TO_RUNTIME,
    rooms: { definition: [], ".": ["definition"], resolution: ["definition", "."] },
  },
  "packages/stdlib": {
    name: "@proofloop/stdlib",
    imports: [...TO_RUNTIME, "@proofloop/parsers"],
    rooms: {
      parsers: [],
      workspace: [],
      repository: [],
      code: ["parsers", "repository"],
      critics: ["parsers", "repository", "code"],
      llm_json: [],
      prompts: ["repository"],
      prompt_files: ["llm_json", "prompts"],
      planning: ["parsers", "repository", "llm_json", "prompts", "workspace"],
      gate: [...CRITICS, "llm_json", "prompts", "planning", "workspace"],
      loop_gate: [...CRITICS, "gate", "workspace"],
      panel: [...CRITICS, "gate", "llm_json", "prompts"],
      observations: ["gate", "repository"],
      tools: [...CRITICS, "workspace"],
    },
  },
  "packages/stdlib/src/mcp": { name: "@proofloop/stdlib/mcp", imports: TO_STDLIB },
  "packages/replay": {
    name: "@proofloop/replay",
    imports: TO_RUNTIME,
    rooms: { sessions: [], replay: ["sessions"], meter: ["sessions", "replay"] },
  },
  "packages/hooks": {
    name: "@proofloop/hooks",
    imports: [...TO_RUNTIME, "@proofloop/replay"],
    rooms: {
      events: [],
      fold: ["events"],
      hosts: ["events"],
      state: ["events", "fold"],
      bridges: ["events", "fold", "hosts"],
      report: ["entry", "events", "fold", "state"],
      entry: ["events", "fold", "hosts", "state"],
      install: ["events", "state", "entry"],
      serve: ["events", "fold", "hosts", "state", "entry", "install"],
    },
  },
  "packages/jobs/src/verifier": {
    name: "@proofloop/jobs/verifier",
    imports: TO_STDLIB,
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
  "packages/jobs": {
    name: "@proofloop/jobs",
    imports: FOUNDATION,
    rooms: {
      table: [],
      forge: [],
      store: ["table"],
      drive: ["table", "forge", "store"],
      inbox: ["store"],
      engines: ["drive", "store"],
    },
    entries: { "forge.ts": ["forge"], "engines.ts": ["engines"] },
  },
  "packages/jobs/src/github": {
    name: "@proofloop/jobs/github",
    imports: [...FOUNDATION, "@proofloop/jobs"],
    rooms: {
      settings: [],
      client: ["settings"],
      repository: ["settings", "client"],
      ".": ["settings", "client", "repository"],
    },
  },
  "packages/jobs/src/feedback": {
    name: "@proofloop/jobs/feedback",
    // MCP for a test alone: a client sees its tools.
    imports: [...TO_VERIFIER, "@proofloop/jobs", "@proofloop/stdlib/mcp"],
    rooms: {
      ".": [],
      store: ["."],
      prompt_files: [],
      review: ["."],
      steps: [".", "prompt_files"],
      critique: [".", "prompt_files", "steps"],
      run: [".", "review", "steps"],
      tools: [".", "steps", "critique", "run"],
    },
  },
  "packages/jobs/src/pipeline": {
    name: "@proofloop/jobs/pipeline",
    // GitHub for tests alone: runs go over a server with its contract.
    imports: [...TO_STDLIB, "@proofloop/presets", "@proofloop/jobs", "@proofloop/jobs/github"],
    rooms: {
      analyse: [],
      tree: [],
      check: ["tree"],
      ci: [],
      fix_ci: ["ci"],
      ".": ["analyse", "tree", "check", "ci", "fix_ci"],
      spending: ["."],
      context: [".", "analyse", "tree", "check", "spending"],
      publish: [".", "analyse", "check"],
      work: [".", "tree", "check", "context"],
      review: [".", "tree", "check", "context", "work"],
      steps: [".", "analyse", "tree", "check", "ci", "fix_ci", "context", "publish", "work", "review"],
      branch: [".", "tree", "ci", "fix_ci", "spending"],
      run: [".", "tree", "spending", "context", "review", "steps"],
      fleet: [".", "tree", "spending", "context", "run"],
    },
  },
  // The pipeline for tests alone: its runs go over the engine.
  "packages/jobs/src/dbos": {
    name: "@proofloop/jobs/dbos",
    imports: [...TO_STDLIB, "@proofloop/jobs", "@proofloop/jobs/pipeline"],
  },
  conformance: { name: "@proofloop/conformance", imports: [...TO_VERIFIER, "@proofloop/presets"] },
  "packages/proofloop": {
    name: "proofloop",
    imports: [
      ...TO_VERIFIER,
      "@proofloop/parsers",
      "@proofloop/stdlib/mcp",
      "@proofloop/presets",
      "@proofloop/replay",
      "@proofloop/hooks",
      "@proofloop/jobs",
      "@proofloop/jobs/github",
      "@proofloop/jobs/dbos",
      "@proofloop/jobs/feedback",
      "@proofloop/jobs/pipeline",
      "@proofloop/conformance",
    ],
    rooms: {
      console: [],
      // What every page is made of.
      kit: [],
      cockpit: ["kit"],
      config: ["console"],
      arguments: ["console", "config"],
      terminal: ["console"],
      timeline: ["console", "terminal"],
      presets: ["console", "config", "arguments", "terminal"],
      replay: ["console", "kit", "config", "arguments", "terminal", "timeline"],
      check: ["console", "config", "arguments", "terminal", "replay"],
      config_file: ["console", "config", "arguments", "terminal", "check"],
      resident: ["console", "arguments", "config_file"],
      conformance: ["console", "arguments", "terminal"],
      demo: ["console", "arguments", "terminal", "timeline"],
      explain: ["console", "arguments", "terminal", "timeline"],
      run: ["console", "config", "arguments", "terminal", "timeline", "explain"],
      mcp: ["console", "config", "arguments", "check", "hook"],
      hook: ["console", "kit", "arguments", "terminal", "replay"],
      init: ["console", "arguments", "terminal", "check", "replay", "config_file"],
      doctor: ["console", "config", "arguments", "terminal", "check", "hook", "init", "run"],
      meter: ["console", "arguments", "terminal", "replay"],
      verdicts: ["console", "config", "arguments", "terminal", "replay", "run"],
      jobs: ["console", "arguments", "verdicts"],
      // What a row of either kind says to a person.
      rows: ["console", "kit", "cockpit", "terminal"],
      feedback: ["console", "kit", "rows", "arguments", "terminal", "replay", "run", "verdicts", "jobs"],
      pipeline: ["console", "kit", "rows", "arguments", "terminal", "replay", "run", "verdicts", "jobs"],
      fleet: ["console", "rows", "arguments", "terminal", "replay", "jobs", "pipeline"],
      store: ["console", "arguments", "terminal", "jobs"],
      ui: [
        "console",
        "kit",
        "cockpit",
        "rows",
        "arguments",
        "terminal",
        "replay",
        "run",
        "verdicts",
        "jobs",
        "feedback",
        "pipeline",
        "hook",
      ],
      verbs: [
        "console",
        "arguments",
        "check",
        "config_file",
        "conformance",
        "demo",
        "doctor",
        "explain",
        "feedback",
        "fleet",
        "hook",
        "init",
        "jobs",
        "mcp",
        "meter",
        "pipeline",
        "presets",
        "replay",
        "resident",
        "run",
        "store",
        "ui",
        "verdicts",
      ],
      ".": ["console", "kit", "cockpit", "config", "arguments", "config_file", "resident", "verbs"],
    },
  },
  examples: {
    name: "@proofloop/examples",
    imports: [
      ...TO_VERIFIER,
      "@proofloop/presets",
      "@proofloop/replay",
      "@proofloop/jobs",
      "@proofloop/jobs/pipeline",
      "@proofloop/jobs/github",
      "@proofloop/jobs/dbos",
      "@proofloop/jobs/feedback",
      "@proofloop/conformance",
      "proofloop",
    ],
  },
}

/** Folders whose result depends on their arguments alone. */
export const PURE_FOLDERS = [
  "packages/foundation/src/text",
  "packages/runtime/src/evidence",
  "packages/runtime/src/stall",
]

/** Folders the pure ones load: types of any package are welcome there, code is not. */
export const PURE_DEPENDENCIES = [
  "packages/foundation/src/errors",
  "packages/runtime/src/errors",
  "packages/runtime/src/protocol",
]

/** Packages the pure folders may load. */
export const isPurePackage = (specifier) =>
  /^@noble\/hashes\/|^fastest-levenshtein$|^@proofloop\/foundation\/(text|errors)$/.test(specifier)

/** Names whose use makes a result depend on more than its arguments. */
export const IMPURE_NAMES = new Set([
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
export const IMPURE_MEMBERS = new Set([
  "Math.random",
  "localeCompare",
  "toLocaleLowerCase",
  "toLocaleString",
  "toLocaleUpperCase",
])

/** Where a package may be loaded inside runtime/src; tests may load anything. */
export const CONFINED_PACKAGES = { xstate: ["machines", "loop"] }

export const MAXIMUM_LINES = 400

/** Names that say nothing about what a file holds. */
export const EMPTY_NAMES = /^(utils?|helpers?|common|types)$/

/**
 * What each part may weigh at most, as `node scripts/weigh.mjs` counts it: lines, those of packages as [shipped, beside]. A number
 * grows with a smaller one elsewhere, or with a decision record.
 */
export const BUDGETS = {
  lines: {
    ".changeset": 16,
    ".ci": 106,
    ".github": 381,
    actions: 259,
    api: 689,
    conformance: 47624,
    docs: 13417,
    examples: 4033,
    "files at the top": 8259,
    "packages/foundation": [11527, 6515],
    "packages/hooks": [7927, 6148],
    "packages/jobs": [32525, 37241],
    "packages/parsers": [1609, 482],
    "packages/presets": [1124, 1596],
    "packages/proofloop": [22789, 16140],
    "packages/replay": [6574, 5939],
    "packages/runtime": [34614, 63879],
    "packages/stdlib": [34802, 18294],
    scripts: 34941,
    site: 1832,
  },
  words_of_docs: 87872,
  npm_scripts: 14,
}
