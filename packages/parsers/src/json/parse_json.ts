import { thrownMessage } from "@proofloop/foundation/errors"
import { loadPackage } from "../load_package.ts"
import { failedParse, MAX_PROBLEMS, type ParseResult, type SyntaxProblem } from "../parse_result.ts"
import { positionAt } from "../position.ts"

/** Reads strict JSON; where it fails, jsonc-parser says where. A `__proto__` key is a property like any other. */
export async function parseJson(text: string): Promise<ParseResult> {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    const { problems } = await readTolerant(text, { disallowComments: true })
    const otherwise = { message: thrownMessage(error), line: 1, column: 1 }
    return (
      failedParse([...problems, otherwise].slice(0, Math.max(problems.length, 1))) ?? { value: undefined }
    )
  }
}

/** Reads JSON with comments and trailing commas; `__proto__` is a property like any other, an empty text an error. */
export async function parseJsonc(text: string): Promise<ParseResult> {
  const { problems, value } = await readTolerant(text, { allowTrailingComma: true })
  return failedParse(problems) ?? { value }
}

async function readTolerant(
  text: string,
  options: { readonly disallowComments?: boolean; readonly allowTrailingComma?: boolean },
): Promise<{ readonly problems: readonly SyntaxProblem[]; readonly value: unknown }> {
  const { visit, printParseErrorCode } = await loadPackage("jsonc-parser")
  const problems: SyntaxProblem[] = []
  const tree = treeBuilder()
  try {
    visit(
      text,
      {
        ...tree.visitor,
        onError(code, offset) {
          if (problems.length >= MAX_PROBLEMS) return
          problems.push({ message: sentence(printParseErrorCode(code)), ...positionAt(text, offset) })
        },
      },
      options,
    )
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { problems: [{ message: "nested too deep to be read", line: 1, column: 1 }], value: undefined }
  }
  return { problems, value: tree.value() }
}

/** jsonc-parser's own `parse` assigns keys, so that `__proto__` would set a prototype. */
function treeBuilder() {
  const root: unknown[] = []
  const open: Array<{ readonly into: unknown[] | object; key: string }> = [{ into: root, key: "" }]
  const add = (value: unknown) => {
    const top = open.at(-1)
    if (top === undefined) return
    if (Array.isArray(top.into)) top.into.push(value)
    else Object.defineProperty(top.into, top.key, { value, ...PLAIN_PROPERTY })
  }
  const begin = (into: unknown[] | object) => {
    add(into)
    open.push({ into, key: "" })
  }
  const end = () => {
    if (open.length > 1) open.pop()
  }
  return {
    visitor: {
      onObjectBegin: () => begin({}),
      onObjectProperty(name: string) {
        const top = open.at(-1)
        if (top) top.key = name
      },
      onObjectEnd: end,
      onArrayBegin: () => begin([]),
      onArrayEnd: end,
      onLiteralValue: add,
    },
    value: () => root[0],
  }
}

const PLAIN_PROPERTY = { enumerable: true, configurable: true, writable: true }

/** "CommaExpected" as "comma expected". */
function sentence(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (char) => ` ${char}`).toLowerCase()
}
