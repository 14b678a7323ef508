import { InvalidOptionError, nearestName, refuseUnknownNames } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import { readField } from "../evidence/read_field.ts"
import type { ToolAnnotations } from "../protocol/tool.ts"
import { OBSERVATION_KINDS, VERIFICATION_KINDS } from "./settled_role.ts"
import { flag, oneOf, type Shape, text } from "./shape.ts"
import { SIDE_EFFECT_LEVELS } from "./side_effects.ts"

export const EDIT_KINDS: ReadonlySet<string> = new Set([
  "edit",
  "write",
  "scaffold",
  "delete",
  "mutation",
  "mutate",
])

interface Annotation {
  readonly shape: Shape<unknown>
  readonly expected: string
  /** Words that mean something; where any text is allowed, only a slip of one of them is refused. */
  readonly words?: readonly string[] | undefined
}

const aFlag: Annotation = { shape: flag, expected: "a boolean" }
const aText: Annotation = { shape: text, expected: "a string" }
const ROLES = ["observation", "verification"] as const

/** What each annotation of a tool may be. */
export const annotationShapes: Readonly<Record<keyof ToolAnnotations, Annotation>> = {
  kind: { ...aText, words: [...EDIT_KINDS, ...OBSERVATION_KINDS, ...VERIFICATION_KINDS, "execute"] },
  side_effect_level: { ...aText, words: SIDE_EFFECT_LEVELS },
  mutates: aFlag,
  evidence_role: { shape: oneOf(...ROLES), expected: '"observation" or "verification"', words: ROLES },
  check_id: aText,
  soft: aFlag,
  read_only: aFlag,
  idempotent: aFlag,
}

/** Checks annotations by tool name, as a host declares them; a function is checked when it answers. Throws InvalidOptionError. */
export function checkTools(option: string, tools: unknown): void {
  if (tools === undefined) return
  if (!isRecord(tools))
    throw new InvalidOptionError({ option, expected: "annotations by tool name", got: tools })
  for (const [name, declared] of Object.entries(tools)) checkAnnotations(`${option}.${name}`, declared)
}

/** Checks what one tool declares. Throws InvalidOptionError for a name or word that would silently mean nothing. */
export function checkAnnotations(option: string, declared: unknown): void {
  if (declared === undefined || typeof declared === "function") return
  if (!isRecord(declared)) {
    const expected = "a record of annotations, or a function of the arguments"
    throw new InvalidOptionError({ option, expected, got: declared })
  }
  refuseUnknownNames(option, declared, Object.keys(annotationShapes))
  for (const [name, { shape, expected, words = [] }] of Object.entries(annotationShapes)) {
    const got = readField(declared, name)
    if (got === undefined) continue
    const is_allowed = shape(got)
    const did_you_mean = typeof got === "string" ? (is_allowed ? slipOf : nearestName)(got, words) : null
    if (is_allowed && did_you_mean === null) continue
    throw new InvalidOptionError({ option: `${option}.${name}`, expected, got, did_you_mean })
  }
}

/** Four letters are too few for a slip: `lint` is one edit from `list`. */
const LEAST_SLIP = 5

/** The known word that this one misses by a letter or begins; null for a word of the host's own. */
function slipOf(given: string, words: readonly string[]): string | null {
  const word = given.toLowerCase()
  return words.includes(word) ? null : nearestName(word, words, word.length < LEAST_SLIP ? 0 : 1)
}
