import type { Manifest } from "./manifest.ts"

export function readGoMod(text: string): Manifest {
  const names: string[] = []
  const dependencies: string[] = []
  let block = ""
  for (const raw of text.split("\n")) {
    const [first = "", second = ""] = raw.split("//", 1)[0]?.trim().split(/[ \t]/, 2) ?? []
    if (first === ")") block = ""
    else if (second === "(") block = first
    else if (block === "require" || block === "tool") dependencies.push(unquoted(first))
    else if (first === "require" || first === "tool") dependencies.push(unquoted(second))
    else if (first === "module") names.push(unquoted(second))
  }
  return { names, dependencies: dependencies.filter((path) => path.includes(".")), entrypoints: [] }
}

function unquoted(path: string): string {
  return path.replaceAll('"', "").replaceAll("`", "")
}
