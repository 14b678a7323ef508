import type { Session } from "./session.ts"

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g

/** What the hooks of a session were given and answered, a line each, as if it were anybody's machine. */
export function recordingOf({ hooks, home, project }: Session): string {
  const lines = hooks.map(({ input, answer }) => {
    const line = { input: JSON.parse(input), answer: answer === "" ? null : JSON.parse(answer) }
    return `${JSON.stringify(line)}\n`
  })
  const ids = new Map<string, string>()
  const plainId = (id: string) => {
    const plain = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, "0")}`
    ids.set(id, plain)
    return plain
  }
  return (
    lines
      .join("")
      .replaceAll(UUID, plainId)
      .replaceAll(project, "/home/dev/project")
      // Some agents name a folder after a path, with other signs in place of its separators.
      .replaceAll(project.replaceAll(/[^A-Za-z0-9]/g, "-"), "-home-dev-project")
      .replaceAll(home, "/home/dev")
  )
}
