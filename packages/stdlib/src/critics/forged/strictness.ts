import { z } from "zod"

/** What critics of tests tell beyond what is nearly always wrong. */
export const strictness = z.object({
  /** Whether what people do rightly at times is told as well. */
  strict: z.boolean({ error: "true or false" }).default(false),
})

export type Strictness = z.output<typeof strictness>
