import type { lookAtFiles } from "./files_seen.ts"

/** Loads what looks at files, when a moment asks for it. In the built program it is a script. */
export async function loadFiles(): Promise<typeof lookAtFiles> {
  return (await import("./files_seen.ts")).lookAtFiles
}
