import { json } from "../http/answer.ts"
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
  readonly hooks_page: (() => Promise<string>) | undefined
}

export function pageRoutes({ title, host, has_token, overview, hooks_page }: PageParts): readonly Route[] {
  const read = async (may_act: boolean): Promise<Overview> => ({
    title,
    mode: may_act ? "actions" : has_token ? "token" : "read-only",
    has_hooks: hooks_page !== undefined,
    ...(await overview()),
  })
  // A navigation carries no token, so where reading needs one the page asks for its data itself.
  const is_local = isLoopback(host)
  return [
    {
      method: "GET",
      path: "/",
      is_open: true,
      async answer({ request, response }) {
        const start = pageStart(title)
        if (request.method === "HEAD") return text("text/html", start)
        response.writeHead(200, { ...ANSWER_HEADERS, "content-type": "text/html; charset=utf-8" })
        response.write(start)
        response.end(pageEnd(is_local ? servedJson(await read(false)) : null))
        return null
      },
    },
    {
      method: "GET",
      path: "/app.js",
      is_open: true,
      answer: async () => text("text/javascript", PAGE_SCRIPT),
    },
    { method: "GET", path: "/app.css", is_open: true, answer: async () => text("text/css", PAGE_STYLES) },
    ...(hooks_page === undefined
      ? []
      : [
          {
            method: "GET",
            path: "/hooks",
            answer: async () => ({ ...text("text/html", await hooks_page()), headers: REPLAY_HEADERS }),
          } as const,
        ]),
    { method: "GET", path: "/api/overview", answer: async ({ may_act }) => json(await read(may_act)) },
  ]
}

function text(type: string, body: string) {
  return { status: 200, type: `${type}; charset=utf-8`, body }
}
