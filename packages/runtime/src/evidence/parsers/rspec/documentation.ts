const EXAMPLE = /^( {2,200})(\S.{0,2000})$/
const OUTCOME = / \((?:FAILED - \d{1,7}|PENDING: .{0,1000})\)$/
const ENDS = /^(?:Failures:|Pending: \(|Finished in \d)/
/** RSpec joins descriptions with a space, but for those of methods and scopes. */
const GLUED = /^(?:#|\.|::)/

/**
 * Reads the tree of the documentation format: the full descriptions of the examples that passed or failed. A group follows
 * a blank line, or has deeper lines below it; what a test prints makes the number differ from the one in the summary.
 */
export function readExamples(lines: readonly string[]): readonly string[] {
  const ran: string[] = []
  let path: string[] = []
  for (const [index, line] of lines.entries()) {
    if (ENDS.test(line)) path = []
    const is_top = /^\S/.test(line) && (index === 0 || lines[index - 1] === "")
    if (is_top && isDeeper(lines[index + 1] ?? "", 0)) path = [line]
    const [, indent = "", text] = EXAMPLE.exec(line) ?? []
    if (text === undefined || path.length === 0) continue
    const depth = indent.length / 2
    if (!Number.isInteger(depth) || depth > path.length) continue
    path = path.slice(0, depth)
    if (isDeeper(lines[index + 1] ?? "", indent.length) && !OUTCOME.test(line)) path.push(text)
    else if (!/ \(PENDING: /.test(line)) ran.push(fullDescription([...path, text.replace(OUTCOME, "")]))
  }
  return ran
}

function isDeeper(line: string, indent: number): boolean {
  return EXAMPLE.exec(line)?.[1]?.length === indent + 2
}

function fullDescription(names: readonly string[]): string {
  return names.reduce((path, name) => (GLUED.test(name) ? `${path}${name}` : `${path} ${name}`))
}
