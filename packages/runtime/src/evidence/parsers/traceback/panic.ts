import { type ErrorBlock, errorDiagnostic, MAX_MESSAGE_LINES, ownLines } from "./error_block.ts"

const GO = /^(panic|fatal error): (.{0,2000})$/
const GO_PLACE = /^\t(\/?[^\s:][^:\n]{0,1024}\.go):\d{1,9}(?: \+0x[\da-f]{1,16})?$/
const GO_LIBRARY = /\/go\/(?:pkg\/mod|src)\/|\/usr\/(?:local|lib)\/go|\/go-\d[\d.]*\/src\//
const RUST = /^thread '[^'\n]{0,200}' (?:\(\d{1,12}\) )?panicked at ([^':\n][^:\n]{0,1024}):\d{1,9}:\d{1,9}:$/
const OLD_RUST = /^thread '[^'\n]{0,200}' panicked at '(.{0,2000})', ([^:\n]{1,1024}):\d{1,9}:\d{1,9}$/
const RUST_LIBRARY = /^\/rustc\/|\/\.cargo\/registry\//

export function readGoPanic(lines: readonly string[], start: number): ErrorBlock | null {
  const [, level, said] = GO.exec(lines[start] ?? "") ?? []
  const below = lines.slice(start + 1, start + 1 + MAX_MESSAGE_LINES)
  const goroutine = below.findIndex((line) => /^goroutine \d{1,12} \[/.test(line))
  if (level === undefined || said === undefined || goroutine === -1) return null
  let path: string | undefined
  let end = start + 2 + goroutine
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ""
    const place = GO_PLACE.exec(line)?.[1]
    if (place !== undefined && !GO_LIBRARY.test(place)) path ??= place
    if (
      place === undefined &&
      !/^$|^goroutine |^\t|^(?:created by )?[\w./*()[\]-]{1,512}(?:\(.{0,512}\))?$|^exit status \d/.test(line)
    )
      break
  }
  return { diagnostic: errorDiagnostic(level, `${level}: ${said}`, path), end }
}

export function readRustPanic(lines: readonly string[], start: number): ErrorBlock | null {
  const first = lines[start] ?? ""
  const [, said, old_path] = OLD_RUST.exec(first) ?? []
  const path = RUST.exec(first)?.[1] ?? old_path
  if (path === undefined) return null
  let end = start + 1
  while (said === undefined && end < lines.length && end <= start + MAX_MESSAGE_LINES) {
    if (/^(?:stack backtrace:|note: |$)/.test(lines[end] ?? "")) break
    end += 1
  }
  const [told = "", ...below] = lines.slice(start + 1, end)
  const message = said ?? [told, ...ownLines([told, ...below])].join("\n")
  while (
    end < lines.length &&
    /^(?:stack backtrace:|note: |\s{1,8}\d{1,4}: |\s{8,24}at )/.test(lines[end] ?? "")
  )
    end += 1
  return { diagnostic: errorDiagnostic("panic", message, RUST_LIBRARY.test(path) ? undefined : path), end }
}
