export interface OpenHandsRun {
  response: string | undefined
  model: string | undefined
}
