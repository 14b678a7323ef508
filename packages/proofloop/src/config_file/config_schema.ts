import * as z from "zod"
import type { Accepted } from "../arguments/accepted.ts"
import { configKeys } from "../arguments/config_keys.ts"
import type { OptionSpec, Verb } from "../arguments/verb.ts"

const level = z.union([z.boolean(), z.enum(["on", "off", "warning", "error"])])

/** What stands beside the id of a critic, in words. */
export const ENTRY_WORDS = '"on", "off", "warning", "error", or a pair of one of these and options'

/** The keys that no single option stands for. */
const ownKeys: Readonly<Record<string, z.ZodType>> = {
  $schema: z.string().describe("Where an editor finds the JSON Schema of this file."),
  plugins: z
    .array(z.string())
    .describe("Modules whose default export adds critics, parsers, presets or analysers: names or ./paths."),
  critics: z
    .record(z.string(), z.union([level, z.tuple([level, z.record(z.string(), z.json())])]))
    .describe(
      'By id: "on" or "off", "warning" or "error" for what its findings count as, or a pair of one of these and options.',
    ),
  loop: z
    .record(z.string(), z.json())
    .describe("Options of the loop and the detector, laid over the preset, as createAgentLoop takes them."),
  "flags.repair_aware": z
    .boolean()
    .describe(
      "Whether repeats are judged across edits; PROOFLOOP_REPAIR_AWARE wins over it. Default: as the preset says.",
    ),
  "hook.mode": z
    .enum(["observe", "nudge", "hold"])
    .describe("What a hook may say: nothing (observe, the default), nudges, or nudges and holding a stop."),
}

const BRANCHES: Readonly<Record<string, string>> = {
  flags: "Switches of the detector.",
  hook: "What hooks in an agent do.",
  model: "The model that every verb asks, unless one of its own is named.",
  replay: "How replay judges sessions.",
  run: "How run works.",
  check: "What check compares and accepts.",
  mcp: "What the MCP server offers.",
  verifiers: "What verifiers read, and who they are.",
  feedback: "Where feedback is kept.",
  pipeline: "How the pipeline plans, works, waits and spends.",
  fleet: "How many repositories are worked on, and what they may use together.",
}

/** The valid content of a configuration, derived from the options that read it. */
export function configSchema(verbs: readonly Verb[]): z.ZodObject {
  const tree: Tree = {}
  for (const [path, schema] of Object.entries(ownKeys)) place(tree, path.split("."), schema)
  for (const { path, spec, options } of configKeys(verbs)) {
    const doc = `${sentence(spec.doc)} As ${named(options)}.`
    place(tree, path.split("."), valueSchema(spec).describe(doc))
  }
  return objectOf(tree)
}

/** "--verify of run, verify". */
function named(options: readonly string[]): string {
  const flags = new Map<string, Set<string>>()
  for (const option of options) {
    const words = option.split(" ")
    const flag = words.at(-1) ?? ""
    flags.set(flag, (flags.get(flag) ?? new Set()).add(words.slice(0, -1).join(" ")))
  }
  return [...flags].map(([flag, verbs]) => `${flag} of ${verbsText([...verbs])}`).join(", ")
}

/** Three or more actions of a verb are named by the verb. */
function verbsText(verbs: readonly string[]): string {
  const heads = verbs.map((verb) => verb.split(" ")[0] ?? "")
  const many = (head: string): boolean => heads.filter((one) => one === head).length > 2
  return [...new Set(verbs.map((verb, at) => (many(heads[at] ?? "") ? (heads[at] ?? "") : verb)))].join(", ")
}

interface Tree {
  [name: string]: z.ZodType | Tree
}

function place(tree: Tree, [name = "", ...rest]: readonly string[], schema: z.ZodType): void {
  if (rest.length === 0) {
    tree[name] = schema
    return
  }
  const below = tree[name]
  const branch: Tree = below === undefined || below instanceof z.ZodType ? {} : below
  tree[name] = branch
  place(branch, rest, schema)
}

function objectOf(tree: Tree): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(tree).map(([name, node]) => [
        name,
        (node instanceof z.ZodType ? node : objectOf(node).describe(BRANCHES[name] ?? "")).optional(),
      ]),
    ),
  )
}

function valueSchema({ type, choices, multiple, accepted }: OptionSpec): z.ZodType {
  if (type === "boolean") return z.boolean()
  if (choices !== undefined) return z.enum(choices)
  const one = accepted === undefined ? z.string() : acceptedSchema(accepted)
  return multiple === true ? z.array(one) : one
}

function acceptedSchema(accepted: Accepted): z.ZodType {
  switch (accepted.kind) {
    case "count":
      return countSchema(accepted)
    case "amount":
      return z.number().min(0)
    case "names":
      return z.enum(accepted.known)
    case "text": {
      const error = `expected ${accepted.words}`
      return z.string({ error }).regex(accepted.pattern, { error })
    }
  }
}

/** No limit stands in the JSON Schema where only the size of numbers sets it. */
function countSchema({ least, most }: Extract<Accepted, { readonly kind: "count" }>): z.ZodType {
  const count = z.int().min(least)
  return most === Number.MAX_SAFE_INTEGER ? count : count.max(most)
}

function sentence(doc: string): string {
  return doc.endsWith(".") ? doc : `${doc}.`
}
