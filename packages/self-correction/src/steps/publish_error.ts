export const PUBLISH_RULES = ["test", "differential", "plan", "review", "base", "branch", "change"] as const

/** A hard rule forbids to publish the fix. Nothing was pushed. @requirement self-correction.publish */
export class PublishError extends Error {
  readonly code = "publish_refused"
  readonly rule: (typeof PUBLISH_RULES)[number]

  constructor(rule: PublishError["rule"], message: string) {
    super(`the fix is not published: ${message}`)
    this.name = "PublishError"
    this.rule = rule
  }
}
