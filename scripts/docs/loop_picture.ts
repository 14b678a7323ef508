import { runMachine } from "../../packages/runtime/src/machines/run.ts"

/** The part of an XState node that the picture is drawn from. */
interface Node {
  readonly id: string
  readonly states: Readonly<Record<string, Node>>
  readonly transitions: ReadonlyMap<string, readonly Transition[]>
  readonly always?: readonly Transition[]
}

interface Transition {
  readonly target: ReadonlyArray<{ readonly id: string }> | undefined
}

type Point = readonly [x: number, y: number]

/** Column and row of each state of the loop. */
const PLACES: Readonly<Record<string, Point>> = {
  starting: [0, 0],
  turn: [1, 0],
  deciding: [2, 0],
  verifying: [3, 0],
  continuing: [3, 1],
  controlling: [2, 1],
  spending: [1, 1],
  ending: [3, 2],
  appealing: [2, 2],
  appealed: [1, 2],
  wrapping_up: [3, 3],
  ended: [2, 3],
}

/** Arrows that go around another state, by the points they pass. */
const AROUND: Readonly<Record<string, readonly Point[]>> = {
  "continuing > spending": [
    [3, 1.42],
    [1.12, 1.42],
  ],
  "ending > verifying": [
    [3.62, 2],
    [3.62, 0],
  ],
}

const [BOX_WIDTH, BOX_HEIGHT, COLUMN, ROW, MARGIN, TOP] = [124, 38, 178, 88, 40, 66]
const [WIDTH, HEIGHT] = [2 * MARGIN + 3 * COLUMN + BOX_WIDTH + 44, TOP + 3 * ROW + BOX_HEIGHT + 34]

const STYLES = `text{font:14px ui-sans-serif,system-ui,"Segoe UI","DejaVu Sans",sans-serif;fill:#1d2023}
.paper{fill:#fff;stroke:#d0d3d6}.box{fill:#f1f1ee;stroke:#5c636a}.name{text-anchor:middle}.dim{fill:#5c636a}
.arrow{fill:none;stroke:#5c636a;stroke-width:1.4}.head{fill:#5c636a}.end{fill:#a8261d}
@media(prefers-color-scheme:dark){text{fill:#e9eaeb}.paper{fill:#141618;stroke:#3a4046}.box{fill:#24282c;stroke:#a6aeb6}
.dim{fill:#a6aeb6}.arrow{stroke:#a6aeb6}.head{fill:#a6aeb6}.end{fill:#ff9c90}}`

/** `docs/images/loop-states.svg`: the states of the loop, without what is inside them, drawn from the machine. */
export function loopPicture(): string {
  const { loop } = (runMachine.root as unknown as Node).states
  if (loop === undefined) throw new Error("the run machine has no region loop")
  const edges = edgesOf(loop)
  const states = Object.keys(loop.states)
  const ends = new Set(edges.filter(([, to]) => to === "ending").map(([from]) => from))
  const arrows = edges.filter(([from, to]) => to !== "ending" || from === "appealing")
  const title = "The states of the loop"
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${title}">
<style>${STYLES}</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs>
<rect class="paper" x=".5" y=".5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="8"/>
<circle class="end" cx="${MARGIN + 5}" cy="31" r="5"/>
<text class="dim" x="${MARGIN + 18}" y="36">may go to ending from here: a budget, a hard stop, an error, an abort, or the work is done</text>
${arrows.map(([from, to]) => arrow(from, to, arrows)).join("\n")}
${states.map((state) => box(state, ends.has(state) && state !== "appealing")).join("\n")}
</svg>
`
}

/** Which state leads to which other one, each pair once; what happens inside a state is left out. */
function edgesOf(loop: Node): ReadonlyArray<readonly [from: string, to: string]> {
  const found = new Map<string, readonly [string, string]>()
  const look = (node: Node): void => {
    for (const state of Object.values(node.states)) {
      const transitions = [...[...state.transitions.values()].flat(), ...(state.always ?? [])]
      for (const { id } of transitions.flatMap(({ target = [] }) => target)) {
        const [from, to] = [outermost(state.id), outermost(id)]
        if (from !== to) found.set(`${from} > ${to}`, [from, to])
      }
      look(state)
    }
  }
  look(loop)
  return [...found.values()]
}

function outermost(id: string): string {
  return id.split(".")[2] ?? id
}

function box(state: string, may_end: boolean): string {
  const [x, y] = centre(placeOf(state))
  const dot = may_end
    ? `<circle class="end" cx="${x + BOX_WIDTH / 2 - 9}" cy="${y - BOX_HEIGHT / 2 + 9}" r="4"/>`
    : ""
  return `<rect class="box" x="${x - BOX_WIDTH / 2}" y="${y - BOX_HEIGHT / 2}" width="${BOX_WIDTH}" height="${BOX_HEIGHT}" rx="6"/><text class="name" x="${x}" y="${y + 5}">${state.replaceAll("_", " ")}</text>${dot}`
}

function arrow(from: string, to: string, edges: ReadonlyArray<readonly [string, string]>): string {
  const [start, end] = [placeOf(from), placeOf(to)]
  const between = AROUND[`${from} > ${to}`] ?? []
  const is_pair = edges.some(([one, other]) => one === to && other === from)
  const points = [start, ...between, end].map(centre)
  const [second = points[0], last_but_one = points[0]] = [points[1], points.at(-2)]
  const first = edge(points[0], second, is_pair)
  const last = edge(points.at(-1), last_but_one, is_pair, true)
  const path = [first, ...points.slice(1, -1), last].map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`)
  return `<path class="arrow" d="M${path.join("L")}" marker-end="url(#head)"/>`
}

/** Where a line from the centre of a box towards a point leaves it; two lines between the same boxes stand apart. */
function edge(at: Point | undefined, towards: Point | undefined, is_pair: boolean, is_end = false): Point {
  if (at === undefined || towards === undefined) throw new Error("an arrow has two ends")
  const [dx, dy] = [towards[0] - at[0], towards[1] - at[1]]
  const is_above_or_below = Math.abs(dx) < BOX_WIDTH / 2 && Math.abs(dy) > BOX_HEIGHT / 2
  if (is_above_or_below && !is_pair) return [towards[0], at[1] + (Math.sign(dy) * BOX_HEIGHT) / 2]
  const scale = Math.min(BOX_WIDTH / 2 / Math.abs(dx || 1e-9), BOX_HEIGHT / 2 / Math.abs(dy || 1e-9))
  const [x, y] = [at[0] + dx * scale, at[1] + dy * scale]
  if (!is_pair) return [x, y]
  const length = Math.hypot(dx, dy)
  const side = is_end ? -8 : 8
  return [x - (dy / length) * side, y + (dx / length) * side]
}

function centre([column, row]: Point): Point {
  return [MARGIN + BOX_WIDTH / 2 + column * COLUMN, TOP + BOX_HEIGHT / 2 + row * ROW]
}

function placeOf(state: string): Point {
  const place = PLACES[state]
  if (place === undefined) throw new Error(`the state ${state} has no place in the picture of the loop`)
  return place
}
