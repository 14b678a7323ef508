import { posix } from "node:path"
import { lenientText } from "@proofloop/foundation/git"
import { bareSource } from "../../../code/bare_source.ts"
import { lineAt, lineStarts } from "../../docs/lines.ts"
import { isRustBeforeOne } from "../../syntax/tree_problems.ts"
import type { Import, ImportReader, ImportSite } from "./import_reader.ts"
import { hasWord, isForItself, isSaidElsewhere } from "./said_elsewhere.ts"

/** The first two names of each `use`, of its own crate all; the names of a group are told one by one. */
export const rustImports: ImportReader = {
  read(text) {
    if (isRustBeforeOne(text)) return []
    const bare = bareSource(text, "rust")
    const starts = lineStarts(bare)
    return [...bare.matchAll(USE)].flatMap(({ 0: all, 1: path = "", index }) => {
      const line = lineAt(starts, index)
      const [first = "", ...rest] = path.split("::").filter(Boolean)
      const group = bare.slice(index + all.length, index + all.length + MOST_OF_GROUP).split(";", 1)[0] ?? ""
      const [module = ""] = rest
      const own = { module: `${first}::${module}`, names: [], line }
      const whole = [first, ...rest].join("::")
      if (first === "crate" && rest.length > 0)
        return [
          own,
          ...(rest.length > 1 ? [{ ...own, module: whole }] : []),
          ...firstLevel(group, whole, line),
        ]
      if (rest.length > 0) return [own]
      return [{ module: first, names: [], line }, ...firstLevel(group, first, line)]
    })
  },
  async faultOf({ module }, site) {
    const [first = "", ...inner] = module.split("::")
    const [second] = inner
    if (
      first === "self" ||
      first === "super" ||
      first === "Self" ||
      first === "proc_macro" ||
      first === "test"
    )
      return null
    if (first === "std" || first === "core" || first === "alloc")
      return second === undefined || (OLD_MODULES.has(second) && !(await hasEdition(site)))
        ? null
        : faultOfStandard(first, second)
    if (first === "crate" && inner.length > 1) return await faultOfMember(inner, site)
    if (first === "crate") return second === undefined ? null : await faultOfOwn(second, site)
    return await faultOfCrate(first, site)
  },
}

const USE =
  /^[ \t]{0,40}(?:pub(?:\([\w: ]{1,40}\))?[ \t]{1,8})?(?:use[ \t]{1,8}(?:::)?|extern[ \t]{1,8}crate[ \t]{1,8})([A-Za-z_]\w{0,200}(?:::[A-Za-z_]\w{0,200}){0,20})(?:::)?/gm
const MOST_OF_GROUP = 4000

/** For a group behind one name, its names at the first level. */
function firstLevel(group: string, first: string, line: number): readonly Import[] {
  if (!group.startsWith("{") || !/^(?:std|core|crate)(?:::|$)/.test(first)) return []
  let depth = 0
  const found: Import[] = []
  for (const { 0: sign, index } of group.matchAll(/[{},]|\w{1,200}/g)) {
    if (sign === "{") depth += 1
    else if (sign === "}") depth -= 1
    else if (
      depth === 1 &&
      sign !== "," &&
      /[{,]\s{0,200}$/.test(group.slice(Math.max(0, index - 201), index))
    )
      found.push({ module: `${first}::${sign}`, names: [], line })
  }
  return found.filter(({ module }) => module !== `${first}::self`)
}

/** Modules of the standard library; anything else directly in it is a macro. */
const MODULES: ReadonlySet<string> = new Set(
  (
    "alloc any arch array ascii assert_matches async_iter autodiff backtrace borrow boxed bstr cell char " +
    "clone cmp collections convert default env error f128 f16 f32 f64 ffi fmt fs future hash hint i128 i16 " +
    "i32 i64 i8 intrinsics io isize iter marker mem net num ops option os panic panicking path pat pin " +
    "prelude primitive process ptr random range rc result simd slice str string sync task thread time u128 " +
    "u16 u32 u64 u8 unicode unsafe_binder usize vec contracts pattern bool never"
  ).split(" "),
)

/** Modules that it had before 1.0, which a crate with an edition cannot use. */
const OLD_MODULES: ReadonlySet<string> = new Set(
  (
    "at_vec bitflags bool c_str cast char_reader clone cleanup comm container condition dynamic_lib either from_str " +
    "gc hashmap int intrinsics io_error iterator kinds libc local_data logging managed num old_io old_path owned " +
    "rand reflect repr routine rt run send_str sys to_bytes to_str trie tuple uint unit unstable util"
  ).split(" "),
)
const MACROS =
  /^(?:assert\w*|cfg|column|compile_error|concat\w*|dbg|debug_assert\w*|env|eprint\w*|file|format\w*|include\w*|is_\w+|line|matches|module_path|option_env|panic|print\w*|stringify|thread_local|todo|try|unimplemented|unreachable|vec|write|writeln|pattern_type|offset_of|addr_of\w*|pin|ready|global_asm|asm|derive|test|bench|self)$/

function faultOfStandard(library: string, module: string): string | null {
  if (MODULES.has(module) || MACROS.test(module)) return null
  return `uses "${library}::${module}", which the standard library does not have`
}

function hasEdition(site: ImportSite): Promise<boolean> {
  return isSaidElsewhere(site, /^Cargo\.toml$/, (text) => hasWord(text, "edition"))
}

async function faultOfOwn(name: string, site: ImportSite): Promise<string | null> {
  if (hasWord(site.before, name) || isDeclaredIn(site.text, name)) return null
  const own = site.change.files.filter(({ path }) => path !== site.path && path.endsWith(".rs"))
  if (own.some(({ after }) => hasWord(lenientText(after) ?? "", name))) return null
  if ((await site.facts.paths()).some((path) => path.endsWith(`/${name}.rs`) || path.includes(`/${name}/`)))
    return null
  if (await isSaidElsewhere(site, /\.rs$/, (text) => hasWord(text, name))) return null
  return `uses "crate::${name}", and the crate has no such name`
}

/** The fault of the name behind the innermost module of a path that is a file of its own, where that has it nowhere. */
async function faultOfMember(inner: readonly string[], site: ImportSite): Promise<string | null> {
  const root = /^(?:.{1,1000}\/)?src\/(?!bin\/)/.exec(site.path)?.[0]
  if (root === undefined) return null
  for (let depth = inner.length; depth > 0; depth -= 1) {
    const module = `${root}${inner.slice(0, depth).join("/")}`
    const found = await Promise.all([`${module}.rs`, `${module}/mod.rs`].map((path) => site.facts.read(path)))
    const texts = found.flatMap((bytes) => lenientText(bytes) ?? [])
    const [text] = texts
    if (text === undefined) continue
    const name = inner[depth]
    if (texts.length > 1 || name === undefined || name === "self" || hasWord(site.before, name)) return null
    if (MADE_NAMES.test(text) || hasWord(text, name)) return null
    if ((await site.facts.paths()).some((path) => path.startsWith(`${module}/${name}`))) return null
    // A derive or an attribute names what it makes after a type.
    if (text.includes("#[") && [...text.matchAll(TYPES)].some(([, type = ""]) => name.includes(type)))
      return null
    const path = ["crate", ...inner.slice(0, depth + 1)].join("::")
    return `uses "${path}", and the module has no such name`
  }
  return null
}

/** Names that do not stand in the module: of a macro, of another module or file as a whole. */
const MADE_NAMES =
  /^(?:\w{1,60}::)*(?!macro_rules)\w{1,60}!\s?[\w\s]{0,60}[({[]|^\s{0,20}pub(?:\([\w: ]{1,40}\))?\s{1,4}use\s[^;]{0,400}\*|\binclude!/m
const TYPES = /\b(?:struct|enum|trait|fn)\s{1,4}([A-Z]\w{2,100})/g

function isDeclaredIn(text: string, name: string): boolean {
  return DECLARING.some((word) => hasWord(text, `${word} ${name}`))
}

const DECLARING = "mod fn struct enum trait type const static crate as macro_rules!".split(" ")

async function faultOfCrate(name: string, site: ImportSite): Promise<string | null> {
  if (!/^[a-z_]/.test(name) || hasWord(site.before, name) || isDeclaredIn(site.text, name)) return null
  const paths = await site.facts.paths()
  if (!paths.some((path) => posix.basename(path) === "Cargo.toml")) return null
  const declares = (text: string) => hasWord(text.replaceAll("-", "_"), name)
  if (await isSaidElsewhere({ ...site, change: { files: [] } }, /^Cargo\.toml$/, declares)) return null
  if (paths.some((path) => path.endsWith(`/${name}.rs`) || path.endsWith(`/${name}/mod.rs`))) return null
  const uses = (text: string) =>
    ["use", "mod", "crate"].some((word) => hasWord(text, `${word} ${name}`)) ||
    hasWord(text, `${name}::`, "start")
  if (isForItself(site.path) || (await isSaidElsewhere(site, /\.rs$/, uses))) return null
  return `uses the crate "${name}", which no Cargo.toml declares`
}
