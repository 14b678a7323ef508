import type { z } from "zod"
import { ForgeError } from "../../forge/forge_error.ts"

/** A value in this shape. Throws ForgeError naming the field. */
export function inShape<Value>(shape: z.ZodType<Value>, value: unknown): Value {
  const { data, error, success } = shape.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const parts = [issue?.path.join(".") ?? "", issue?.message ?? ""].filter((part) => part !== "")
  throw new ForgeError(`the service answers in another form: ${parts.join(": ")}`, { retryable: false })
}
