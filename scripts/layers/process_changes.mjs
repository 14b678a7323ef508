import { walk } from "./walk.mjs"

const USER_AND_PLACE = /^process\.(?:sete?[ug]id|setgroups|initgroups|umask|chdir)$/
const HANDLER = /^process\.(?:on|once|addListener|prependListener)$/
const SIGNAL = /^["']?(?:SIG|uncaughtException|unhandledRejection)/

/**
 * What the tests of a file change of their process, which other files share; each belongs into a child process. A fixture that
 * loads no vitest is such a child.
 */
export function processChanges(program, text) {
  const found = []
  const textOf = (node) => (node == null ? "" : text.slice(node.start, node.end).replaceAll("?.", "."))
  const tell = ({ start: offset }, what) =>
    found.push({ offset, message: `${what} changes the process of other tests` })
  walk(program, (node) => {
    const target = textOf(
      node.type === "AssignmentExpression" ? node.left : node.operator === "delete" ? node.argument : null,
    )
    if (/^process\.env\b/.test(target)) tell(node, `${target}: use setEnvironment;`)
    if (node.type !== "CallExpression") return
    const [name, first] = [textOf(node.callee), textOf(node.arguments[0])]
    if (name === "vi.stubEnv") tell(node, `${name}: use setEnvironment;`)
    const is_change =
      (USER_AND_PLACE.test(name) && (first !== "" || !name.endsWith("umask"))) ||
      (HANDLER.test(name) && SIGNAL.test(first)) ||
      (name === "process.kill" && first === "process.pid")
    if (is_change) tell(node, `${name}(${first})`)
  })
  return found
}
