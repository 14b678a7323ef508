import { builtinModules } from "node:module"

/** The package that a module specifier belongs to, in lower case; null when it belongs to none. */
export function packageOf(specifier: string): string | null {
  const plain = specifier.split("?", 1)[0] ?? ""
  if (/^[./#~]/.test(plain) || plain.startsWith("@/") || /^[a-z][a-z0-9+.-]{0,64}:/i.test(plain)) return null
  const [first = "", second = ""] = plain.toLowerCase().split("/", 2)
  if (first.startsWith("@")) return first === "@" || second === "" ? null : `${first}/${second}`
  return first === "" || builtins.has(first) ? null : first
}

/** gitoma's list of Node modules; those of this Node are added, and "node:" names are always modules of Node. */
const LISTED =
  "fs path os crypto util child_process stream events url http https process assert buffer querystring zlib net tls dns dgram cluster readline module vm perf_hooks constants punycode string_decoder timers tty v8 worker_threads async_hooks diagnostics_channel trace_events wasi inspector"

const builtins = new Set([...LISTED.split(" "), ...builtinModules.map((name) => name.split("/", 1)[0] ?? "")])

/** The possible packages behind a name in `plugins` or `presets`, because tools leave out their own prefix. */
export function possiblePackages(name: string): readonly string[] {
  const [scope, rest] = name.startsWith("@") ? name.split("/", 2) : [null, name]
  const base = scope === null ? "" : `${scope}/`
  const prefixed = ["eslint-plugin", "babel-plugin", "babel-preset", "plugin", "preset"].map(
    (prefix) => `${base}${prefix}-${rest ?? ""}`,
  )
  const types = `@types/${name.replace("@", "").replace("/", "__")}`
  return [name, ...prefixed, `${base}eslint-plugin`, types]
}
