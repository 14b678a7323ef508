import * as z from "zod"

export const strictness = z.object({
  /** Whether to report what people sometimes rightly do. */
  strict: z.boolean({ error: "true or false" }).default(false),
})

export type Strictness = z.output<typeof strictness>
