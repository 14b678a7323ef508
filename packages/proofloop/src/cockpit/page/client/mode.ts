import type { Overview } from "../../sources/overview.ts"

let mode: Overview["mode"] = "read-only"

export function setMode(next: Overview["mode"]): void {
  mode = next
}

export function mayAct(): boolean {
  return mode === "actions"
}

export function modeText(): string {
  if (mode === "actions") return "actions on"
  return mode === "token" ? "read-only: open the link with the token" : "read-only"
}
