export const publish_rules = ["test", "differential", "plan", "review", "base", "branch", "change"] as const

/** A fix that must not be published, by one of the hard rules (self-correction facts B8, D9). Nothing was pushed. */
export class PublishError extends Error {
  readonly code = "publish_refused"
  readonly rule: (typeof publish_rules)[number]

  constructor(rule: PublishError["rule"], message: string) {
    super(`the fix is not published: ${message}`)
    this.name = "PublishError"
    this.rule = rule
  }
}
