/** The constant value of a Rust condition under every build; null: it depends. White space does not count. */
export function cfgValue(condition: string): boolean | null {
  let rest = condition.replaceAll(/\s+/g, "").slice(0, 1000)
  // The innermost first, so each pass removes at least one.
  for (let before = ""; before !== rest;) {
    before = rest
    rest = rest
      .replaceAll(/\b(any|all|not)\(([^()]*)\)/g, (_all, of: string, inner: string) => combined(of, inner))
      .slice(0, 1000)
  }
  return rest === "true" ? true : rest === "false" ? false : null
}

function combined(of: string, inner: string): string {
  const parts = inner.split(",").filter((part) => part !== "")
  if (of === "not") return parts[0] === "true" ? "false" : parts[0] === "false" ? "true" : "unknown"
  const [decides, otherwise] = of === "any" ? ["true", "false"] : ["false", "true"]
  if (parts.includes(decides)) return decides
  return parts.every((part) => part === otherwise) ? otherwise : "unknown"
}
