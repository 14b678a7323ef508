/**
 * Finds import cycles; one shortest cycle for each knot of files.
 * @param {Map<string, Set<string>>} edges a file to the files it imports
 */
export function findCycles(edges) {
  const cycles = []
  const seen = new Set()
  for (const file of [...edges.keys()].sort()) {
    if (seen.has(file)) continue
    const cycle = shortestCycle(edges, file)
    if (cycle === undefined) continue
    cycles.push(cycle)
    for (const member of knotOf(edges, file)) seen.add(member)
  }
  return cycles
}

function shortestCycle(edges, start) {
  const cameFrom = pathsFrom(edges, start)
  const last = [...cameFrom.keys()].find((file) => edges.get(file)?.has(start))
  if (last === undefined) return undefined
  const cycle = [start]
  for (let file = last; file !== start; file = cameFrom.get(file)) cycle.splice(1, 0, file)
  return [...cycle, start]
}

function knotOf(edges, start) {
  return [...pathsFrom(edges, start).keys()].filter((file) => pathsFrom(edges, file).has(start))
}

/** Breadth first, so that the map's order is the order of distance. */
function pathsFrom(edges, start) {
  const cameFrom = new Map([[start, undefined]])
  for (const file of cameFrom.keys()) {
    for (const next of edges.get(file) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, file)
  }
  return cameFrom
}
