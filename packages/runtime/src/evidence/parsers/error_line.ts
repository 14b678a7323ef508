const ERROR_NAME =
  /^\s*(?:Uncaught |Unhandled |E {1,3})?([A-Za-z_$][\w$.]{0,127})(?: \[([\w$]{1,64})\])?(?::\s|$)/
const IS_NAME = /(?:Error|Exception|Failure|Warning|Interrupt|Exit|Timeout|NotFound)$/

/** The code of an error by its first line: the `[ERR_...]` of Node, else the last part of its class name. */
export function errorCodeIn(line: string): string | undefined {
  const [, name, code] = ERROR_NAME.exec(line.slice(0, 400)) ?? []
  if (code !== undefined && /^[A-Z][A-Z0-9_]+$/.test(code)) return code
  const short = name?.split(".").at(-1)
  return short !== undefined && IS_NAME.test(short) ? short : undefined
}
