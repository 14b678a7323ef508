import type { Node, ParseError } from "jsonc-parser"
import { jsonc } from "./jsonc.ts"
import { SettingsProblem } from "./settings_problem.ts"
import { lineAt } from "./text_shape.ts"

/** Settings as a tree. Offsets are those of the text, including its byte order mark. Throws SettingsProblem. */
export function parseSettings(text: string, is_strict: boolean): Node {
  const errors: ParseError[] = []
  const root = tree(text, is_strict, errors)
  if (root === null) throw new SettingsProblem("the settings are nested too deeply", 0)
  const [first] = errors
  if (first !== undefined)
    throw new SettingsProblem(describe(jsonc().printParseErrorCode(first.error)), lineAt(text, first.offset))
  if (root?.type !== "object")
    throw new SettingsProblem("the settings are not a JSON object", lineAt(text, root?.offset ?? 0))
  return root
}

function tree(text: string, is_strict: boolean, errors: ParseError[]): Node | undefined | null {
  try {
    // A blank for the mark keeps offsets as they are.
    return jsonc().parseTree(text.replace(/^\uFEFF/, " "), errors, {
      disallowComments: is_strict,
      allowTrailingComma: !is_strict,
    })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Whether no comma stands before a closing bracket: some hosts do not read one. */
export function hasPlainCommas(text: string): boolean {
  const errors: ParseError[] = []
  jsonc().parseTree(text, errors, { allowTrailingComma: false, allowEmptyContent: true })
  return errors.length === 0
}

/** The value of an object's member. For a repeated name hosts read the last one. */
export function memberOf(object: Node, name: string): Node | undefined {
  return membersOf(object).findLast((member) => member.name === name)?.value
}

export function membersOf(
  object: Node,
): readonly { readonly name: string; readonly value: Node; readonly whole: Node }[] {
  return (object.children ?? []).flatMap((whole) => {
    const [key, value] = whole.children ?? []
    return key === undefined || value === undefined ? [] : [{ name: String(key.value), value, whole }]
  })
}

/** Throws SettingsProblem for a name that stands twice. */
export function refuseRepeated(text: string, object: Node, name: string): void {
  const [first, second] = membersOf(object).filter((member) => member.name === name)
  if (first === undefined || second === undefined) return
  const before = lineAt(text, first.whole.offset)
  throw new SettingsProblem(
    `"${name}" stands here a second time, first in line ${before}, and hosts read one of them: remove the other`,
    lineAt(text, second.whole.offset),
  )
}

/** "CommaExpected" is "comma expected". */
function describe(code: string): string {
  return code.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim()
}
