import { type Answer, type Asked, HttpError } from "./answer.ts"

export interface Route {
  readonly method: "GET" | "POST" | "DELETE"
  /** Parts of a path; ":source", ":id" and ":name" stand for one part each. */
  readonly path: string
  /** Only who may act reads it. */
  readonly is_private?: true
  /** It tells nothing of the rows, and is read without the token even from other machines. */
  readonly is_open?: true
  readonly answer: (asked: Asked) => Promise<Answer>
}

/** The route of a request with its open parts. Throws HttpError 404 and 405. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  pathname: string,
): { readonly route: Route; readonly parts: readonly string[] } {
  const found = routes.flatMap((route) => {
    const parts = partsOf(route.path, pathname)
    return parts === null ? [] : [{ route, parts }]
  })
  if (found.length === 0) throw new HttpError(404, "there is nothing at this address")
  const fitting = found.find(({ route }) => route.method === (method === "HEAD" ? "GET" : method))
  if (fitting === undefined) throw new HttpError(405, `${method} is not possible here`)
  return fitting
}

/** What an open part may be: no path leads out of a folder with it. */
const OPEN: Readonly<Record<string, RegExp>> = {
  ":source": /^[a-z][a-z0-9-]{0,31}$/,
  ":id": /^[A-Za-z0-9_-]{1,64}$/,
  ":name": /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/,
}

function partsOf(pattern: string, pathname: string): readonly string[] | null {
  const [wanted, given] = [pattern.split("/"), pathname.split("/")]
  if (wanted.length !== given.length) return null
  const open: string[] = []
  for (const [at, part] of wanted.entries()) {
    const text = given[at] ?? ""
    const shape = OPEN[part]
    if (shape === undefined ? part !== text : !shape.test(text)) return null
    if (shape !== undefined) open.push(text)
  }
  return open
}
