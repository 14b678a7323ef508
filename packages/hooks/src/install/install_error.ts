/** Why a host's settings are left unchanged. */
export class InstallError extends Error {
  readonly code = "install_error"
  /** The file of settings at fault. */
  readonly file: string
  /** From 1; 0: the file as a whole. */
  readonly line: number

  constructor(file: string, message: string, line = 0) {
    super(line === 0 ? `${file}: ${message}` : `${file}:${line}: ${message}`)
    this.name = "InstallError"
    this.file = file
    this.line = line
  }
}
