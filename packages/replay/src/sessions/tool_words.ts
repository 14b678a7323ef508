import type { ToolAnnotations } from "@proofloop/runtime/internal/detector"

/** What a tool is called says what it does, in nearly every agent: `apply_patch`, `runTests`, `search_code_base`. */
const KINDS: readonly (readonly [kind: string, words: string])[] = [
  ["test", "test tests testing lint typecheck build compile"],
  [
    "edit",
    "edit edits write create patch apply replace insert append overwrite delete remove rename modify update undo save fix",
  ],
  [
    "read",
    "read view open cat show get list ls find search grep glob extract look lookup fetch browse goto scroll query inspect describe",
  ],
]
const THINKING: ReadonlySet<string> = new Set(
  "think thought plan reason reflect hypothesis express discard note todo todos finish submit".split(" "),
)
/** Verbs that judge code only with words about code: `check_types`, `verify`, but not `check_availability`. */
const JUDGING: ReadonlySet<string> = new Set(["check", "checks", "verify", "verification", "validate"])
const ABOUT_CODE: ReadonlySet<string> = new Set(
  "run all code project build types type lint syntax style solution fix patch changes".split(" "),
)
const kindOfWord: ReadonlyMap<string, string> = new Map(
  KINDS.flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind] as const)),
)
/** What sub-commands of editor tools (`str_replace_editor`) only look. */
const LOOKING: ReadonlySet<string> = new Set(["view", "read", "open", "list", "ls", "show", "find", "search"])
const FILE_WORDS =
  /(?:^|_)(?:file|files|files?_?names?|path|paths|filepath|patch|diff|edits|changes|changes_dicts)$/i
const MAX_NAME = 200

/** Annotations of an undeclared tool, none for a shell. Only a tool that names a file, or carries a patch, counts as one that edits. */
export function annotationsByName(tool: string, call_arguments: unknown): ToolAnnotations {
  const fields = fieldsOf(call_arguments)
  const command = fields.get("command")
  const kind = kindByName(tool)
  if (kind === "edit" && typeof command === "string") {
    const [first = "", second = ""] = command.trim().split(/\s+/, 2)
    const verb = first === tool ? second : first
    return LOOKING.has(verb) ? { kind: "read", evidence_role: "observation" } : { kind: "edit" }
  }
  if (kind === "edit" && ![...fields.keys()].some((name) => FILE_WORDS.test(name))) return {}
  if (kind === "test")
    return { evidence_role: "verification", ...(typeof command === "string" ? {} : { check_id: tool }) }
  if (typeof command === "string" || kind === undefined) return {}
  return kind === "edit" ? { kind } : { kind, evidence_role: "observation" }
}

/** Whether a program that agents bring along (`open a.java`, `scroll_down`, `search_dir x`) only looks, by its name. */
export function looksByName(tool: string, command: string): boolean {
  return kindByName(tool) === "read" && command.trim().split(/\s/, 1)[0] === tool
}

function kindByName(tool: string): string | undefined {
  const words = wordsOf(tool).filter((word) => word !== "")
  const judges = words.some((word) => JUDGING.has(word))
  if (judges && words.every((word) => JUDGING.has(word) || ABOUT_CODE.has(word))) return "test"
  // The verb leads: `extract_test_code` extracts, `run_tests` tests.
  for (const word of words) {
    const kind = kindOfWord.get(word)
    if (kind !== undefined) return kind
  }
  return words.some((word) => THINKING.has(word)) ? "think" : undefined
}

function wordsOf(tool: string): readonly string[] {
  return tool
    .slice(0, MAX_NAME)
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/)
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)) : new Map()
}
