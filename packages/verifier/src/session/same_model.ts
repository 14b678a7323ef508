import type { Model } from "@proofloop/runtime"
import { sameIdentity } from "../consensus/options.ts"

/** A model that does not say its name is still no person, whose name would be null. */
const unnamed_model = "unnamed"

export function modelName({ model_name }: Model): string {
  const name = model_name?.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, " ").trim() ?? ""
  return name === "" ? unnamed_model : name.slice(0, 200)
}

/** Whether a verifier thinks with the builder's model: such a verdict shares the builder's blind spots. */
export function isSameModel(verifier: string, builder: string | null | undefined): boolean {
  if (typeof builder !== "string" || verifier === unnamed_model) return false
  return sameIdentity(verifier) === sameIdentity(builder)
}
