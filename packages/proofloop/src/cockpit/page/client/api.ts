import { takeToken } from "../../../kit/client/token.ts"

const token = takeToken()

export function headersFor(): Record<string, string> {
  return token === "" ? {} : { authorization: `Bearer ${token}` }
}

/** Rejects with the words of the server. */
export async function getJson<Result>(path: string): Promise<Result> {
  return answerOf(await fetch(path, { headers: headersFor() }))
}

export async function sendJson<Result>(
  method: "POST" | "DELETE",
  path: string,
  body: unknown = {},
): Promise<Result> {
  const headers = { ...headersFor(), "content-type": "application/json" }
  return answerOf(await fetch(path, { method, headers, body: JSON.stringify(body) }))
}

async function answerOf<Result>(response: Response): Promise<Result> {
  const value = (await response.json().catch(() => ({}))) as { readonly error?: string }
  if (response.ok) return value as Result
  throw new Error(value.error ?? `the server answered ${response.status}`)
}

export function rowPath(source: string, id: string, part = ""): string {
  return `/api/rows/${encodeURIComponent(source)}/${encodeURIComponent(id)}${part}`
}
