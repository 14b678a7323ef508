/** Why a settings text cannot be edited; the file is unknown here. */
export class SettingsProblem extends Error {
  readonly code = "settings_problem"
  /** From 1; 0: the text as a whole. */
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.name = "SettingsProblem"
    this.line = line
  }
}
