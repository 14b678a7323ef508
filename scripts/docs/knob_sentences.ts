import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Knob } from "../../packages/runtime/src/stall/knob.ts"
import { knobs } from "../../packages/runtime/src/stall/knobs.ts"
import { root } from "../setup.mjs"

const FOLDER = join(root, "packages/runtime/src/stall")

/** A comment that ends right before a row: `/** ... *\/ fold: repairKnob(`. */
const ROW = /\/\*\* ((?:(?!\*\/)[^])*?) ?\*\/\s+(\w+): (?:repairK|k)nob\(/g

/** What each knob does, by name: its comment without what follows from its row. Throws where the two disagree. */
export function knobSentences(): ReadonlyMap<string, string> {
  const patterns = readdirSync(join(FOLDER, "patterns")).map((file) => join("patterns", file))
  const comments = new Map<string, string>()
  for (const file of ["core_knobs.ts", ...patterns]) {
    const source = readFileSync(join(FOLDER, file), "utf8")
    for (const [, text = "", name = ""] of source.matchAll(ROW))
      comments.set(name, text.replaceAll(/\s+\*?\s*/g, " "))
  }
  return new Map(knobs.map((knob) => [knob.name, sentenceOf(knob, comments.get(knob.name) ?? "")]))
}

function sentenceOf(knob: Knob, comment: string): string {
  const end = endOf(knob)
  if (comment.length > end.length && comment.endsWith(end))
    return comment.slice(0, comment.length - end.length)
  throw new Error(`the comment of ${knob.name} has to end with "${end.trim()}", as its row says`)
}

/** Bounds, default, what the preset sets, and what the knob depends on; nothing for what a host's function answers. */
function endOf({ value, base, recommended, repair }: Knob): string {
  if (value.type === "host") return ""
  const bounds =
    value.type === "integer"
      ? ` An integer of at least ${value.minimum}${value.nullable ? ", or null for off" : ""}.`
      : ""
  const preset =
    JSON.stringify(base) === JSON.stringify(recommended)
      ? ""
      : `; the preset \`evidence\` sets \`${JSON.stringify(recommended)}\``
  const depends = repair ? " Without effect while `repair_aware` is off." : ""
  return `${bounds} Default: \`${JSON.stringify(base)}\`${preset}.${depends}`
}
