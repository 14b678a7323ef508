/** What is remembered from one event of an OpenHands run to the next. */
export interface OpenHandsRun {
  /** The model's response whose calls are gathered. */
  response: string | undefined
  model: string | undefined
}
