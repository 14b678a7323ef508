import { catalogue, type SelectedCritic } from "@proofloop/stdlib/check"
import type { Style } from "../terminal/style.ts"

export function listCritics(selected: readonly SelectedCritic[], json: boolean, style: Style): string {
  const isOn = (id: string): boolean => selected.some(({ critic }) => critic.id === id)
  if (json) {
    const critics = catalogue.map(({ id, title, description, needs, scope }) => ({
      id,
      title,
      description,
      needs,
      scope,
      on: isOn(id),
    }))
    return `${JSON.stringify({ critics })}\n`
  }
  const width = Math.max(...catalogue.map(({ id }) => id.length))
  return catalogue
    .map(({ id, title, needs }) => {
      const state = isOn(id) ? style.green("on ") : style.dim("off")
      return `${state}  ${id.padEnd(width)}  ${title}${needs === "nothing" ? "" : style.dim(` (${needs})`)}\n`
    })
    .join("")
}
