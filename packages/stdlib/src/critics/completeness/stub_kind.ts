import type { FunctionBody } from "../../code/function_bodies.ts"

/** How a body does nothing: it says so, it is empty, or it returns a constant. null: it does something. */
export type StubKind = "marker" | "empty" | "constant"

/** How a function's body does nothing, judged by its statements. */
export function stubKind({ statements, text }: FunctionBody): StubKind | null {
  const rest = statements.filter((statement) => !isLog(statement.text))
  const logs_todo = statements.some((statement) => isLog(statement.text) && UNDONE.test(statement.text))
  const [first] = rest
  if (rest.some((statement) => isMarker(statement.text)) && rest.length <= 2) return "marker"
  if (first === undefined || (rest.length === 1 && EMPTY.test(first.text))) {
    if (logs_todo || UNDONE.test(text)) return "marker"
    return statements.length === 0 || first !== undefined ? "empty" : null
  }
  if (rest.length !== 1 || !isConstant(first.text)) return null
  return logs_todo || TODO_COMMENT.test(text) ? "marker" : "constant"
}

/** Throws, panics or raises to say that it is not implemented. */
function isMarker(statement: string): boolean {
  const text = statement.slice(0, 300)
  if (/^(?:raise\s+NotImplementedError\b|(?:todo|unimplemented)!\s*[([{])/.test(text)) return true
  if (/^throw\s+new\s+(?:[\w.]{0,60}NotImplemented\w{0,40}|UnsupportedOperationException)\b/.test(text))
    return true
  return (
    /^(?:throw\b|raise\b|panic!?\s*\(|return\s[^;]{0,80}\b(?:errors?\.New|fmt\.Errorf|new Error|Err)\()/.test(
      text,
    ) && UNDONE.test(text)
  )
}

const UNDONE =
  /\bnot[\s_-]?(?:yet[\s_-])?implemented\b|\bunimplemented\b|\bTODO\b|\bto be implemented\b|\bimplement (?:this|me|later)\b|\bstub\b/i
const TODO_COMMENT =
  /(?:\/\/|#|\/\*)[^\n]{0,40}\b(?:TODO|FIXME|not implemented|unimplemented|implement (?:this|me|later)|stub|placeholder)\b/i
const EMPTY = /^(?:pass|\.\.\.|return|return;|;)$/

function isLog(statement: string): boolean {
  return /^(?:console\.\w{1,20}|print|println!?|eprintln!|System\.(?:out|err)\.print(?:ln)?|fmt\.Print(?:ln|f)?|log(?:ger|ging)?\.\w{1,20}|LOG(?:GER)?\.\w{1,20})\s*\(/.test(
    statement,
  )
}

/** Literals, empty collections and what wraps one of them. */
function isConstant(statement: string): boolean {
  const value = statement
    .trimEnd()
    .replace(/^return\b/, "")
    .replace(/;$/, "")
    .replace(/(?:\s{1,8}(?:as|satisfies)\s{1,8}[\w.<>[\]]{1,60}){1,4}$/, "")
    .trim()
  if (value.length > 80) return false
  return CONSTANT.test(value)
}

const CONSTANT =
  /^(?:null|nil|None|undefined|true|false|True|False|-?\d[\d_.]{0,20}[a-zA-Z]{0,3}|"[^"\n]{0,60}"|'[^'\n]{0,60}'|``|\[\]|\{\}|\(\)|(?:Ok|Some|Err)\((?:\(\)|true|false|None|-?\d{1,10}|String::new\(\)|Vec::new\(\)|vec!\[\]|Default::default\(\))\)|(?:String|Vec|HashMap|HashSet|BTreeMap)::new\(\)|vec!\[\]|Default::default\(\)|(?:dict|list|set|tuple)\(\)|Optional\.empty\(\)|(?:List|Map|Set)\.of\(\)|Collections\.empty\w{1,10}\(\)|new (?:Map|Set|Array|Object|ArrayList<>|HashMap<>|HashSet<>)\(\)|Promise\.resolve\((?:null|undefined|true|false)?\)|\{\} as \w{1,60}|(?:nil|false|0|""), (?:nil|false|true))$/
