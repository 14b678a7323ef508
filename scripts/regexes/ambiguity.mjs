import { positionsOf } from "./positions.mjs"

const MAX_STEPS = 3_000_000
/** Where the characters of words and the ends of lines begin and end. */
const EDGES = [10, 11, 13, 14, 48, 58, 65, 91, 95, 96, 97, 123, 0x2028, 0x202a]

/**
 * The ways in which a pattern can read one text ambiguously, each with what makes it grow. `kind` is "exponential",
 * "move" (a loop that a match can begin in again) or "trade" (two loops that share a text); the loops' positions and
 * bounds follow. Unlike scslre it reads any number of characters a round; Weber and Seidl, 1991.
 */
export function findPumps(source, flags) {
  const { positions, starts, isSticky } = positionsOf(source, flags)
  const graph = withMasks(positions)
  const loops = components(graph)
  const looping = graph.nodes.filter(({ at, isSure }) => loops.of[at] !== -1 && !isSure).map(({ at }) => at)
  const search = { graph, loops, count: counter() }
  const pumps = []
  for (const members of loops.lists) {
    const pump = exponential(search, members)
    if (pump !== undefined) pumps.push({ kind: "exponential", pump, loops: [boundOf(graph, members[0])] })
  }
  for (const at of looping) {
    const pump = isSticky ? undefined : move(search, starts, at)
    if (pump !== undefined) pumps.push({ kind: "move", pump, at: loops.of[at], loops: [boundOf(graph, at)] })
    for (const other of looping) {
      if (loops.of[other] === loops.of[at]) continue
      const shared = trade(search, at, other)
      if (shared === undefined) continue
      const bounds = [boundOf(graph, at), boundOf(graph, other)]
      pumps.push({ kind: "trade", pump: shared, at: loops.of[at], to: loops.of[other], loops: bounds })
    }
  }
  return pumps
}

function counter() {
  let steps = 0
  return () => {
    steps += 1
    if (steps > MAX_STEPS) throw new Error("too large to be judged")
  }
}

/** How often the loops around a position can come to it. */
function boundOf({ nodes }, at) {
  return nodes[at].bounds.reduce((product, bound) => product * bound, 1)
}

/** Positions with the characters they read as bits, one a range that all of them treat alike. */
function withMasks(positions) {
  const cuts = new Set([0])
  const sets = positions.flatMap(({ chars, edges }) => [chars, ...edges.map((edge) => edge.chars)])
  for (const { ranges } of sets) for (const { min, max } of ranges) cuts.add(min).add(max + 1)
  for (const code of EDGES) cuts.add(code)
  const atoms = [...cuts].filter((code) => code <= 0xffff).sort((a, b) => a - b)
  const known = new Map()
  const maskOf = (set) => {
    const key = set.ranges.map(({ min, max }) => `${min}-${max}`).join()
    if (!known.has(key)) {
      let mask = 0n
      for (const [bit, code] of atoms.entries()) if (set.has(code)) mask |= 1n << BigInt(bit)
      known.set(key, mask)
    }
    return known.get(key)
  }
  const nodes = positions.map(({ chars, edges, bounds, isSure }, at) => ({
    at,
    bounds,
    isSure,
    mask: maskOf(chars),
    edges: edges.map(({ to, chars: read }) => ({ to, mask: maskOf(read) })),
  }))
  return { nodes, atoms }
}

/** Positions that lead back to themselves, by the loop they are in; -1 for the others. */
function components({ nodes }) {
  const reach = nodes.map(({ at }) => reachable(nodes, at))
  const of = nodes.map(() => -1)
  const lists = []
  for (const { at } of nodes) {
    if (of[at] !== -1 || !reach[at].has(at)) continue
    const members = [...reach[at]].filter((other) => reach[other].has(at))
    for (const member of members) of[member] = lists.length
    lists.push(members)
  }
  return { of, lists, reach }
}

function reachable(nodes, from) {
  const seen = new Set()
  const open = [from]
  for (const at of open) {
    for (const { to } of nodes[at].edges) {
      if (!seen.has(to)) {
        seen.add(to)
        open.push(to)
      }
    }
  }
  return seen
}

/** Two different ways around a loop that read the same. */
function exponential(search, members) {
  const { graph, loops } = search
  const [at] = members
  const inside = (position) => loops.of[position] === loops.of[at]
  for (const member of members) {
    const targets = graph.nodes[member].edges.map(({ to }) => to).filter(inside)
    if (new Set(targets).size < targets.length) return sample(graph, graph.nodes[member].mask)
  }
  const both = ([a, b]) => inside(a) && inside(b)
  const reached = []
  walkTogether(search, [[[at, at], 0n]], both, (pair) => {
    if (pair[0] !== pair[1]) reached.push([pair, 0n])
    return false
  })
  return walkTogether(search, reached, both, ([a, b]) => a === b)?.text
}

/** A text that leads from the start into a loop, and once around it: each of its repetitions is read by every match before. */
function move(search, starts, at) {
  const { graph, loops } = search
  const { nodes } = graph
  const inside = (position) => loops.of[position] === loops.of[at]
  const first = []
  for (const { at: start, guard } of starts) {
    if (start !== at && !loops.reach[start].has(at)) continue
    for (const { to, mask } of nodes[at].edges) {
      const read = mask & nodes[start].mask
      if (read === 0n || !inside(to)) continue
      const before = beforeStart(graph, guard, nodes[at].mask, read)
      if (before !== undefined) first.push([[start, to], read, before])
    }
  }
  const ok = ([a, b]) => inside(b) && (a === at || loops.reach[a].has(at))
  const found = walkTogether(search, first, ok, ([a, b]) => a === at && b === at)
  return found === undefined ? undefined : found.text.slice(0, -1) + first[0][2]
}

/** A last character of a text behind which a match can begin with the first one of its repetition. */
function beforeStart(graph, guard, last, first) {
  const after = codesOf(graph, first)
  const before = readable(codesOf(graph, last).filter((code) => after.some((next) => guard(code, next))))
  return before === undefined ? undefined : String.fromCharCode(before)
}

/** A text that goes around both loops, and from the first to the second. */
function trade(search, from, to) {
  const { loops } = search
  if (!loops.reach[from].has(to)) return undefined
  const ok = ([a, b, c]) =>
    loops.of[a] === loops.of[from] && (b === to || loops.reach[b].has(to)) && loops.of[c] === loops.of[to]
  return walkTogether(search, [[[from, from, to], 0n]], ok, ([a, b, c]) => a === from && b === to && c === to)
    ?.text
}

/** The text along which walkers get from these places to wanted ones, each step by the same character. */
function walkTogether({ graph, count }, from, isAllowed, isWanted) {
  const seen = new Set()
  const open = []
  const enter = (places, mask, before) => {
    const key = places.join()
    if (seen.has(key)) return undefined
    // Where nothing is read yet, coming back counts.
    if (mask !== 0n) seen.add(key)
    const text = mask === 0n ? before : before + sample(graph, mask)
    open.push({ places, text })
    return mask !== 0n && isWanted(places) ? text : undefined
  }
  for (const [places, mask] of from) {
    const text = enter(places, mask, "")
    if (text !== undefined) return { text }
  }
  for (const { places, text } of open) {
    for (const [next, mask] of steps(graph.nodes, places)) {
      count()
      const read = isAllowed(next) ? enter(next, mask, text) : undefined
      if (read !== undefined) return { text: read }
    }
  }
  return undefined
}

function* steps(nodes, [first, ...rest]) {
  for (const { to, mask } of nodes[first].edges) {
    if (rest.length === 0) yield [[to], mask]
    else {
      for (const [others, read] of steps(nodes, rest))
        if ((mask & read) !== 0n) yield [[to, ...others], mask & read]
    }
  }
}

/** A character of the set. */
function sample(graph, mask) {
  return String.fromCharCode(readable(codesOf(graph, mask)))
}

function codesOf({ atoms }, mask) {
  return atoms.filter((_, bit) => (mask & (1n << BigInt(bit))) !== 0n)
}

function readable(codes) {
  return codes.find((code) => code >= 97 && code < 123) ?? codes.find((code) => code > 32) ?? codes[0]
}
