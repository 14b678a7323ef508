/** The memory between two events of an OpenHands run. */
export interface OpenHandsRun {
  /** The model's response whose calls are gathered. */
  response: string | undefined
  model: string | undefined
}
