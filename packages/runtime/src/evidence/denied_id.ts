import { fieldNames, readField } from "./read_field.ts"

const LONGEST = 300
/** An argument names a thing by id if it is called so, or if its value is a word with a number in it. */
const ID_NAME = /(?:^|_|[a-z](?=[IP]))p?id$/i
const ID_VALUE = /^[\w-]{0,40}\d[\w-]{0,40}$/
/** With "#" for what the call names: "no # found", "unknown # 7", "# does not exist"; not "no # output", "# is not done". */
const DENIED =
  /^\W{0,4}(?:error\W{1,3})?(?:(?:there is )?(?:no|not an?|unknown|invalid)(?: such)?(?: [a-z]{1,16})? #(?:\W{0,3}$|\W{1,3}(?:[\w-]{0,40}\d|["'`#]|(?:ids?|with|found|for|named|matching|exists?|is running)\b))|(?:the )?(?:[a-z]{1,16} )?#[^.\n]{0,80}\b(?:not found|(?:does not|doesn't|no longer) exists?)\b)/i

/**
 * Whether a short answer says that what the call names by id is not there: "No session found for 1858" where the call
 * has a `session_id`. An answer about its state or its output does not.
 */
export function deniesNamedThing(answer: string, tool: string, call_arguments: unknown): boolean {
  const text = answer.trim()
  if (text.length > LONGEST || text.split("\n").length > 2) return false
  const things = fieldNames(call_arguments).flatMap((name) => thingsOf(name, readField(call_arguments, name)))
  const words = new Set(things.flatMap((thing) => (thing === "" ? wordsOf(tool) : [thing])))
  const named = (word: string): boolean => words.has(word) || words.has(word.replace(/s$/, ""))
  return (
    words.size > 0 &&
    DENIED.test(text.replaceAll(/[\w-]{1,64}/g, (word) => (named(word.toLowerCase()) ? "#" : word)))
  )
}

/** An id, and what it is an id of: "session" of `session_id`, "process" of `pid`, "" of `id`. */
function thingsOf(name: string, value: unknown): readonly string[] {
  const id = typeof value === "string" || typeof value === "number" ? String(value) : ""
  const has_number = ID_VALUE.test(id)
  if (id === "" || !(has_number || ID_NAME.test(name))) return []
  const kind = wordsOf(name).filter((word) => word !== "id")
  const nouns = kind.map((word) => (word === "pid" ? "process" : word))
  return [...(nouns.length === 0 ? [""] : nouns), ...(has_number ? [id.toLowerCase()] : [])]
}

function wordsOf(name: string): readonly string[] {
  const words = name
    .slice(0, LONGEST)
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
  return words.split(/[^a-z]+/).filter((word) => word !== "")
}
