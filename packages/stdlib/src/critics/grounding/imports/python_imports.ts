import { posix } from "node:path"
import { lenientText } from "@proofloop/foundation/git"
import { bareSource } from "../../../code/bare_source.ts"
import { isRelativeModule, pythonModuleFiles } from "../../../code/python_modules.ts"
import { lineAt, lineStarts } from "../../docs/lines.ts"
import { hasOldSyntax } from "../../syntax/python_files.ts"
import { canGround } from "../grounded_frameworks.ts"
import type { Import, ImportReader, ImportSite } from "./import_reader.ts"
import { PYTHON_MODULES, PYTHON_PACKAGES, PYTHON_SUBMODULES } from "./python_modules.ts"
import { hasWord, isForItself, isIgnored, isSaidElsewhere, MADE } from "./said_elsewhere.ts"

/** Imports that begin a line. Indented ones, in `try`, a condition or a function, may do without their module. */
export const pythonImports: ImportReader = {
  read(text) {
    const bare = bareSource(text, "python")
    const starts = lineStarts(bare)
    const found: Import[] = []
    for (const { 0: head, 1: module, index } of bare.matchAll(IMPORT)) {
      const line = lineAt(starts, index)
      const list = listAfter(bare, index + head.length)
      if (module !== undefined) found.push({ module, names: namesIn(list), line })
      else
        for (const name of list.split(","))
          found.push({ module: name.trim().split(/\s/, 1)[0] ?? "", names: [], line })
    }
    return found
  },
  faultOf(one, site) {
    return isRelativeModule(one.module) ? faultOfOwn(one, site) : faultOfAbsolute(one, site)
  },
}

const IMPORT = /^(?:import|from[ \t]{1,8}(\.{0,16}[\w.]{0,300})[ \t]{1,8}import)[ \t]{1,8}(?=[\w*(\\])/gm

/** The imported names: to the end of the line, or to the closing bracket. */
function listAfter(bare: string, start: number): string {
  const end = bare[start] === "(" ? bare.indexOf(")", start) : bare.indexOf("\n", start)
  return bare.slice(start, Math.min(end < 0 ? bare.length : end, start + 10_000))
}

function namesIn(list: string): readonly string[] {
  return list
    .replaceAll(/[()\\]/g, " ")
    .split(",")
    .map((name) => name.trim().split(/\s/, 1)[0] ?? "")
    .filter((name) => /^\w+$/.test(name))
}

async function faultOfAbsolute(one: Import, site: ImportSite): Promise<string | null> {
  const [top = "", ...rest] = one.module.split(".")
  if (top === "__future__" || top.startsWith("_")) return null
  if (PYTHON_MODULES.has(top)) return faultOfStandard(top, rest)
  if (
    OLD_MODULES.has(top) &&
    (hasOldSyntax(site.text) || (await isSaidElsewhere(site, /\.py$/, hasOldSyntax)))
  )
    return null
  const roots = await rootsOf(top, site)
  if (roots.length > 0)
    return rest.length === 0 && one.names.length === 0 ? null : await faultOfOwn(one, site)
  return await faultOfPackage(top, site)
}

function faultOfStandard(top: string, rest: readonly string[]): string | null {
  const known = Object.hasOwn(PYTHON_SUBMODULES, top) ? PYTHON_SUBMODULES[top] : undefined
  if (rest.length === 0 || known === undefined || known.split(" ").includes(rest.join("."))) return null
  return `imports "${[top, ...rest].join(".")}", and "${top}" of the standard library has no such module`
}

/** Folders in which a module or package of this name lies, compiled ones among them. */
async function rootsOf(top: string, { facts }: ImportSite): Promise<readonly string[]> {
  const roots = new Set<string>()
  for (const path of await facts.paths()) {
    const parts = path.split("/")
    for (const [index, part] of parts.entries()) {
      const is_file = index === parts.length - 1
      if (part === top || (is_file && part.startsWith(`${top}.`))) roots.add(parts.slice(0, index).join("/"))
    }
  }
  return [...roots]
}

/** Files that a tool runs, which brings itself. */
const OF_TOOLS: Readonly<Record<string, string>> = {
  "fabfile.py": "fabric",
  "tasks.py": "invoke",
  "noxfile.py": "nox",
  "dodo.py": "doit",
  "locustfile.py": "locust",
  "conf.py": "sphinx",
  wscript: "waflib",
}

/** Modules that Python 3 renamed or dropped, which files of Python 2 import. */
const OLD_MODULES: ReadonlySet<string> = new Set(
  (
    "BaseHTTPServer CGIHTTPServer ConfigParser Cookie HTMLParser Queue SimpleHTTPServer SimpleXMLRPCServer SocketServer " +
    "StringIO Tkinter UserDict UserList UserString anydbm cPickle cStringIO commands cookielib copy_reg dbhash dummy_thread " +
    "exceptions gdbm htmlentitydefs htmllib httplib md5 mimetools mimetypes mutex new popen2 robotparser rfc822 sets sgmllib " +
    "sha thread tkMessageBox urllib2 urlparse user whichdb xmlrpclib"
  ).split(" "),
)

/** Packages that others always bring along. */
const BROUGHT_BY: Readonly<Record<string, readonly string[]>> = {
  alabaster: ["sphinx"],
  botocore: ["boto3"],
  click: ["flask", "typer"],
  docutils: ["sphinx"],
  itsdangerous: ["flask"],
  jinja2: ["flask", "sphinx"],
  markupsafe: ["jinja2", "flask"],
  numpy: ["pandas", "scipy"],
  pluggy: ["pytest"],
  pydantic: ["fastapi"],
  pygments: ["sphinx", "rich"],
  starlette: ["fastapi"],
  urllib3: ["requests"],
  werkzeug: ["flask"],
}

const MANIFESTS =
  /^(?:pyproject\.toml|setup\.(?:py|cfg)|Pipfile(?:\.lock)?|tox\.ini|noxfile\.py|(?:environment|conda)[\w.-]{0,60}\.ya?ml|[\w.-]{0,60}requirements[\w.-]{0,60}\.(?:txt|in)|(?:base|dev|docs?|tests?|lint|build|prod|production|local)\.(?:txt|in)|(?:poetry|uv|pdm)\.lock|meson\.build|BUILD(?:\.bazel)?)$/

async function faultOfPackage(top: string, site: ImportSite): Promise<string | null> {
  const fingerprint = await site.facts.fingerprint()
  if (
    isForItself(site.path) ||
    OF_TOOLS[posix.basename(site.path)] === top ||
    !canGround(fingerprint) ||
    !fingerprint.manifest_files.some((path) => MANIFESTS.test(posix.basename(path)))
  )
    return null
  const names = [
    top,
    ...(BROUGHT_BY[top] ?? []),
    ...(Object.hasOwn(PYTHON_PACKAGES, top) ? (PYTHON_PACKAGES[top] ?? "").split(" ") : []),
  ]
  const declares = (text: string) => names.some((name) => joined(text).includes(joined(name)))
  if (await isSaidElsewhere(site, MANIFESTS, declares)) return null
  const written = site.change.files.filter(({ path }) => MANIFESTS.test(posix.basename(path)))
  if (written.some(({ after }) => declares(lenientText(after) ?? ""))) return null
  const loads = (text: string) => hasWord(text, `import ${top}`) || hasWord(text, `from ${top}`)
  if (await isSaidElsewhere(site, /\.(?:pyi?|ipynb|pyx)$/, loads)) return null
  return `imports "${top}", which is not a module here and which no manifest declares`
}

/** Manifests may use any of these signs in a name. */
function joined(text: string): string {
  return text.toLowerCase().replaceAll(/[-_.]/g, "")
}

async function faultOfOwn({ module, names }: Import, site: ImportSite): Promise<string | null> {
  const { facts, path } = site
  const files = isRelativeModule(module) ? pythonModuleFiles(module, path) : await ownFiles(module, site)
  const bases = files
    .filter((file) => file.endsWith(".py") && !file.endsWith("/__init__.py"))
    .map((file) => file.slice(0, -3))
  const all = await facts.paths()
  const isThere = (base: string) =>
    all.some((one) => one.startsWith(`${base}.`) || one.startsWith(`${base}/`))
  if (/^\.+$/.test(module)) {
    const folder = posix.dirname(files[1] ?? "")
    return await faultOfNames({ names, module }, posix.join(folder, "__init__.py"), folder, site)
  }
  if (!bases.some(isThere)) {
    const made = bases.some((base) => MADE.test(base) || /version|_pb2|_build/.test(posix.basename(base)))
    if (made || bases.length === 0) return null
    for (const base of bases) if (await isIgnored(`${base}.py`, site)) return null
    if (
      await isSaidElsewhere(site, /\.(?:pyi?|toml|cfg|py\.in)$/, (text) =>
        hasWord(text, module.split(".").at(-1) ?? ""),
      )
    )
      return null
    return `imports "${module}", and there is no such module`
  }
  for (const base of bases.filter(isThere)) {
    for (const file of [`${base}.py`, `${base}/__init__.py`]) {
      if ((await facts.read(file)) !== null) return await faultOfNames({ names, module }, file, base, site)
    }
  }
  return null
}

async function ownFiles(module: string, site: ImportSite): Promise<readonly string[]> {
  const roots = await rootsOf(module.split(".", 1)[0] ?? "", site)
  return roots.map((root) => posix.join(root, `${module.replaceAll(".", "/")}.py`))
}

/** A name counts as present when the module has the word anywhere, or may create names by code. */
async function faultOfNames(
  { names, module }: Pick<Import, "names" | "module">,
  file: string,
  folder: string,
  { facts }: ImportSite,
): Promise<string | null> {
  const text = lenientText(await facts.read(file))
  if (text === null || /\b__getattr__\b|\bglobals\(\)|import[ \t]+\*|\bsys\.modules\b|\bexec\(/.test(text))
    return null
  const all = await facts.paths()
  const missing = names.find(
    (name) =>
      name !== "*" &&
      !hasWord(text, name) &&
      !all.some((one) => one.startsWith(`${folder}/${name}.`) || one.startsWith(`${folder}/${name}/`)),
  )
  return missing === undefined ? null : `imports "${missing}" from "${module}", which has no such name`
}
