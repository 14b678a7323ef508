/** Visits every node of a syntax tree, parents first; `visit` returning false skips the children. */
export function walk(node, visit, parent, key = "") {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, visit, parent, key)
  } else if (node !== null && typeof node === "object" && typeof node.type === "string") {
    if (visit(node, parent, key) === false) return
    for (const [name, child] of Object.entries(node)) walk(child, visit, node, name)
  }
}
