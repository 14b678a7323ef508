import { type Answer, type Asked, json } from "../http/answer.ts"
import type { Route } from "../http/routes.ts"
import { PAGE_SCRIPT, PAGE_STYLES } from "../page/assets.ts"
import { pageEnd, pageStart } from "../page/page.ts"
import { ANSWER_HEADERS, REPLAY_HEADERS } from "../security/headers.ts"
import { isLoopback } from "../security/loopback.ts"
import { servedJson } from "../security/served_text.ts"
import type { Overview, Standing } from "../sources/overview.ts"

interface PageParts {
  readonly title: string
  readonly host: string
  readonly has_token: boolean
  readonly overview: () => Promise<Standing>
  readonly agent_pages: AgentPages | undefined
}

/** Whole HTML pages, served on a loopback address. `waits`: how many things wait for a person. */
export interface AgentPages {
  /** How the runs of agents went: the home, at "/". */
  readonly runs: (waits: number) => Promise<string>
  /** What hooks said to them, at "/hooks". */
  readonly hooks: (waits: number) => Promise<string>
}

export function pageRoutes({ title, host, has_token, overview, agent_pages }: PageParts): readonly Route[] {
  // A navigation carries no token, so where reading needs one the page asks for its data itself.
  const is_local = isLoopback(host)
  const agents = is_local ? agent_pages : undefined
  const read = async (may_act: boolean): Promise<Overview> => ({
    title,
    mode: may_act ? "actions" : has_token ? "token" : "read-only",
    has_agent_pages: agents !== undefined,
    ...(await overview()),
  })
  const cockpit = async ({ request, response }: Asked): Promise<Answer> => {
    const start = pageStart(title)
    if (request.method === "HEAD") return text("text/html", start)
    response.writeHead(200, { ...ANSWER_HEADERS, "content-type": "text/html; charset=utf-8" })
    response.write(start)
    response.end(pageEnd(is_local ? servedJson(await read(false)) : null))
    return null
  }
  const agentPage = (path: string, page: (waits: number) => Promise<string>): Route => ({
    method: "GET",
    path,
    async answer() {
      const { inbox } = await overview()
      return { ...text("text/html", await page(inbox.in_all)), headers: REPLAY_HEADERS }
    },
  })
  return [
    { method: "GET", path: "/work", is_open: true, answer: cockpit },
    ...(agents === undefined
      ? [{ method: "GET", path: "/", is_open: true, answer: cockpit } as const]
      : [agentPage("/", agents.runs), agentPage("/hooks", agents.hooks)]),
    {
      method: "GET",
      path: "/app.js",
      is_open: true,
      answer: async () => text("text/javascript", PAGE_SCRIPT),
    },
    { method: "GET", path: "/app.css", is_open: true, answer: async () => text("text/css", PAGE_STYLES) },
    { method: "GET", path: "/api/overview", answer: async ({ may_act }) => json(await read(may_act)) },
  ]
}

function text(type: string, body: string) {
  return { status: 200, type: `${type}; charset=utf-8`, body }
}
