import { loadPackage } from "../load_package.ts"
import { MAX_PROBLEMS, type SyntaxProblem } from "../parse_result.ts"

/**
 * Where a text is no Dockerfile: a line that begins with no instruction, one that lacks its arguments, a quote without its
 * end, no image. Flags and values are not judged, as builders learn new ones. A file that names another frontend
 * than Docker's is in its language.
 */
export async function dockerfileProblems(text: string): Promise<readonly SyntaxProblem[]> {
  if (FOREIGN_FRONTEND.test(text)) return []
  const { validate, ValidationCode } = await loadPackage("dockerfile-utils")
  const told = new Set<unknown>([
    ValidationCode.ARGUMENT_MISSING,
    ValidationCode.ARGUMENT_REQUIRES_AT_LEAST_ONE,
    ValidationCode.ARGUMENT_REQUIRES_AT_LEAST_TWO,
    ValidationCode.ARGUMENT_REQUIRES_ONE,
    ValidationCode.ARGUMENT_REQUIRES_ONE_OR_THREE,
    ValidationCode.ARGUMENT_REQUIRES_TWO,
    ValidationCode.NO_SOURCE_IMAGE,
    ValidationCode.SHELL_JSON_FORM,
    ValidationCode.SHELL_REQUIRES_ONE,
    ValidationCode.SYNTAX_MISSING_DOUBLE_QUOTE,
    ValidationCode.SYNTAX_MISSING_EQUALS,
    ValidationCode.SYNTAX_MISSING_NAMES,
    ValidationCode.SYNTAX_MISSING_SINGLE_QUOTE,
    ValidationCode.UNKNOWN_INSTRUCTION,
  ])
  return validate(text)
    .filter(({ code }) => told.has(code))
    .slice(0, MAX_PROBLEMS)
    .map(({ message, range: { start } }) => ({
      message: (typeof message === "string" ? message : message.value).replaceAll("`", ""),
      line: start.line + 1,
      column: start.character + 1,
    }))
}

const FOREIGN_FRONTEND = /^#\s{0,10}syntax\s{0,10}=\s{0,10}(?!(?:docker\.io\/)?docker\/dockerfile)/i
