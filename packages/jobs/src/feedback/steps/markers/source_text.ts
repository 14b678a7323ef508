import type { TestLanguage } from "@proofloop/foundation/paths"
import { namesPath } from "./names_path.ts"
import { rootOf } from "./own_names.ts"

const INSTEAD = "run that code and assert what it does"

/** Why a test would recognise a fix by the text of an imported function or module; null: it would not. */
export function ownTextReason(
  text: string,
  statements: readonly string[],
  { language, names }: { readonly language: TestLanguage; readonly names: ReadonlySet<string> },
): string | null {
  if (language === "python" && OWN_TEXT.test(text)) return `it reads the text of the code; ${INSTEAD}`
  if (language !== "script") return null
  const told = statements.flatMap((statement) => TOLD.flatMap((form) => form.exec(statement)?.[1] ?? []))
  const name = told.find((path) => names.has(rootOf(path)) && !/(?:^|\.)[A-Z][A-Z\d_]{0,200}$/.test(path))
  return name === undefined ? null : `it reads the text of ${name}; ${INSTEAD}`
}

/** Python's ways to a module's text without its file's name. */
const OWN_TEXT =
  /\bgetsource(?:lines|file)?\(|\bget_source\(|\bopen\([\w.]{1,200}\.__file__|\.__file__\){1,2}\.read_(?:text|bytes)\(|\.__code__\b|\.co_(?:code|consts|names)\b|\bdis\.\w{1,40}\(|\blinecache\.getlines?\(|\bfind_spec\([^)\n]{1,200}\)\.(?:origin|loader)|\bast\.parse\(\s{0,40}open\(/

/** The ways of a script to the text of a function. */
const TOLD: readonly RegExp[] = [
  /\bString\(\s{0,40}([A-Za-z_$][\w$.]{0,400})\s{0,4}\)/,
  /(?<![\w$.])([A-Za-z_$][\w$.]{0,200})\.toString\(\)/,
  /\btoString\.(?:call|apply)\(\s{0,40}([A-Za-z_$][\w$.]{0,400})/,
  /`\$\{\s{0,4}([A-Za-z_$][\w$.]{0,400})\s{0,4}\}`/,
  /(?<![\w$.])([A-Za-z_$][\w$.]{0,200})\s{0,4}\+\s{0,4}(?:""|'')/,
]

const READS =
  /\b(?:open|openSync|readFile|readFileSync|readSync|createReadStream|read_text|read_bytes|ReadFile|ParseFile|read_to_string|include_str|include_bytes|readString|readAllLines|readAllBytes|readTextFile|newBufferedReader|FileReader|FileInputStream|Scanner)\b|\bfs::read\(|\bFile::open\(|\bBun\.file\(|\bFiles\.lines\(|["'`](?:cat|grep|sed|awk|head|diff|wc|sha\d{1,3}sum|md5sum)\b/
const RUNS = /^[ \t]{0,40}(?:import|export|from)\b|\b(?:require|import)\(|\b(?:spawn|exec|fork|run)\w{0,20}\(/
/** A bundler's or compiler's way; in Go it is a comment. */
const EMBEDS = /\?raw["'`]|\btype:\s{0,4}["']text["']|^\/\/go:embed /

/** Why a test reads the text of a changed source: in a call that reads a file, or by a name set to its path. */
export function sourceRead(
  content: string,
  lines: readonly string[],
  sources: readonly string[],
): string | null {
  const named = (text: string) => sources.find((path) => namesPath(text, path))
  const embedded = content.split("\n").filter((line) => EMBEDS.test(line))
  const found = named(embedded.join("\n")) ?? readByCall(lines, named)
  return found === undefined ? null : `it reads the text of ${found}; ${INSTEAD}`
}

function readByCall(
  lines: readonly string[],
  named: (text: string) => string | undefined,
): string | undefined {
  const held = new Map<string, string>()
  for (const [at, line] of lines.entries()) {
    const source = RUNS.test(line) ? undefined : named(line)
    const [, name] = /^[^=(]{0,80}?(\w{1,80})[ \t]{0,8}:?=(?!=)/.exec(line) ?? []
    if (source !== undefined && name !== undefined) held.set(name, source)
    if (!READS.test(line)) continue
    const is_open = /[(,][ \t]{0,8}$/.test(line)
    const call = is_open ? lines.slice(at, at + 4).join("\n") : line
    const given = call.split(/\W+/).find((word) => word !== name && held.has(word))
    const found = named(call) ?? held.get(given ?? "")
    if (found !== undefined) return found
  }
  return undefined
}
