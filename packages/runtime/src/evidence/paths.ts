/** The host of a URL is not a root. */
const ABSOLUTE =
  /(?<![\w.~/\\<-])(?!(?<=[A-Za-z][\w+.-]{1,31}:)\/\/[^/\\])(?:file:\/\/(?:\/(?=[A-Za-z]:))?)?(?:[A-Za-z]:(?=[\\/]))?[\\/][^\s:"'`<>()[\]{}|,;*?]{1,1024}/
const TEMP_ROOT =
  /^(?:\/tmp|\/var\/tmp|\/dev\/shm|\/var\/folders\/[^/]{1,64}\/[^/]{1,64}(?:\/[TC])?)(?=\/|$)|^[A-Za-z]:\/(?:Users\/[^/]{1,128}\/AppData\/Local\/Temp|Windows\/Temp|Temp)(?=\/|$)/i
const MAY_BE_TEMP = /^(?:\/(?:tmp|var|dev)|[A-Za-z]:)/
/** Names that a run makes up: "tmpab12cd", "shop-Ab12Cd", "pytest-3", "a1b2c3", "12345". */
const RANDOM_PART =
  /^(?:tmp|temp|pytest-)|^(?=[\w-]{0,255}\d[A-Za-z])[\w-]{6,256}$|^[\w-]{0,250}\d{5,20}$|^\d{1,256}$|[-_.](?=[a-z]{0,7}[A-Z\d])[A-Za-z\d]{5,8}$|[-_.](?=[a-z\d]{0,7}[A-Z])(?=[A-Za-z]{0,7}\d)[A-Za-z\d]{6,8}\.\w{1,8}$|^[\w-]{0,250}\d{10,20}\.[A-Za-z]\w{0,7}$|^cc[A-Za-z\d]{6}\.[os]$/

/** Absolute paths, relative to the workspace root, else their last two parts; temp directories as "<tmp>". */
export function relativisePaths(text: string, workspace_root: string | undefined): string {
  if (!text.includes("/") && !text.includes("\\")) return text
  const root = workspace_root === undefined ? "" : cleanRoot(workspace_root)
  return replacePaths(withoutRoot(text, workspace_root), (path) => relativisePath(path, root))
}

const BEFORE_ROOT = /[\w.~/\\-]/

/** Takes the root off wherever it stands: its name may hold a space, or what reads like a digest or a date. */
export function withoutRoot(text: string, workspace_root: string | undefined): string {
  const root = workspace_root === undefined ? "" : cleanRoot(workspace_root)
  if (root.length < 2) return text
  const plain = withoutPrefix(text, `${root}/`)
  return root.includes(" ") ? withoutPrefix(plain, `${root.replaceAll(" ", "%20")}/`) : plain
}

function withoutPrefix(text: string, prefix: string): string {
  let at = text.indexOf(prefix)
  if (at === -1) return text
  let done = 0
  let rest = ""
  for (; at !== -1; at = text.indexOf(prefix, at + prefix.length)) {
    const start = text.startsWith("file://", at - 7) ? at - 7 : at
    if (start > 0 && BEFORE_ROOT.test(text.charAt(start - 1))) continue
    rest += text.slice(done, start)
    done = at + prefix.length
  }
  return rest + text.slice(done)
}

/** Temp directories alone as "<tmp>": the only change to a path inside the operands of an assertion. */
export function replaceTempRoots(text: string): string {
  if ((!text.includes("/") && !text.includes("\\")) || !/tmp|\/var|\/dev\/shm|\/private|temp/i.test(text))
    return text
  return replacePaths(text, (path) => replaceTempRoot(cleanPath(path)) ?? path)
}

/** As `replace` with a function, which costs several times as much for the one path that most words hold. */
function replacePaths(text: string, replacement: (path: string) => string): string {
  let done = ""
  let rest = text
  for (;;) {
    const found = ABSOLUTE.exec(rest)
    if (found === null) return done + rest
    done += rest.slice(0, found.index) + replacement(found[0])
    rest = rest.slice(found.index + found[0].length)
  }
}

function relativisePath(path: string, root: string): string {
  const clean = cleanPath(path)
  if (root !== "" && (clean === root || clean.startsWith(`${root}/`)))
    return clean.slice(root.length + 1) || "."
  const temporary = replaceTempRoot(clean)
  if (temporary !== null) return temporary
  const parts = clean.split("/").filter((part) => part !== "")
  return parts.length < 2 ? path : parts.slice(-2).join("/")
}

function replaceTempRoot(path: string): string | null {
  const root = MAY_BE_TEMP.test(path) ? TEMP_ROOT.exec(path) : null
  if (root === null) return null
  const parts = path
    .slice(root[0].length)
    .split("/")
    .filter((part) => part !== "")
  const [only] = parts
  if (only === undefined) return "<tmp>"
  if (parts.length === 1) return RANDOM_PART.test(only) ? `<tmp>${extension(only)}` : `<tmp>/${only}`
  // pytest gives each test a folder of its own three levels down.
  const made_up = only.startsWith("pytest-of-") ? 3 : 1
  const stable = parts.slice(made_up).filter((part) => !RANDOM_PART.test(part))
  return ["<tmp>", ...stable.slice(-2)].join("/")
}

function extension(name: string): string {
  return /\.[A-Za-z]\w{0,7}$/.exec(name)?.[0] ?? ""
}

function cleanRoot(root: string): string {
  const clean = cleanPath(root)
  return clean.endsWith("/") ? clean.slice(0, -1) : clean
}

function cleanPath(path: string): string {
  const local = path.startsWith("file:") ? path.replace(/^file:\/\/(?:\/(?=[A-Za-z]:))?/, "") : path
  const slashed = local.includes("\\") ? local.replaceAll("\\", "/") : local
  const plain = slashed.startsWith("//") ? slashed.replace(/^\/{2,8}/, "/") : slashed
  return plain.startsWith("/private/") ? plain.slice("/private".length) : plain
}
