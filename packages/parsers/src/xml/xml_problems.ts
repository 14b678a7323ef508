import { loadPackage } from "../load_package.ts"
import type { SyntaxProblem } from "../parse_result.ts"

/**
 * Where a text is no well-formed XML: the first place alone, as what follows mostly follows from it. Names of entities
 * are not judged, since a definition elsewhere may declare them.
 */
export async function xmlProblems(text: string): Promise<readonly SyntaxProblem[]> {
  const { SaxesParser } = await loadPackage("saxes")
  const parser = new SaxesParser({ position: true })
  let first: SyntaxProblem | undefined
  parser.on("error", ({ message }) => {
    const plain = message.replace(/^\d{1,10}:\d{1,10}: /, "").replace(/\.$/, "")
    if (plain === UNDECLARED) return
    first ??= { message: plain, line: parser.line, column: Math.max(parser.columnIndex, 1) }
  })
  parser.write(text).close()
  return first === undefined ? [] : [first]
}

const UNDECLARED = "undefined entity"
