import { loadPeer } from "../critics/syntax/peer.ts"

/** Whether Python 3 would compile a text, indentation included. */
export async function pythonParses(text: string): Promise<boolean> {
  const { Workspace, PositionEncoding } = await loadPeer(
    "@astral-sh/ruff-wasm-nodejs",
    () => import("@astral-sh/ruff-wasm-nodejs"),
  )
  const workspace = new Workspace({ lint: { select: [] } }, PositionEncoding.Utf16)
  try {
    const found = workspace.check(text) as ReadonlyArray<{ readonly code: string | null }>
    return found.every(({ code }) => code !== "invalid-syntax")
  } finally {
    workspace.free()
  }
}
