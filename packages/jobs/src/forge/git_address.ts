export interface GitAddress {
  /** An absolute path, an https address without credentials, or an http one of this machine. */
  readonly url: string
  /** Sent to this address alone; never part of an argument, an address or a message. */
  readonly authorization?: string | undefined
  /** What no message may hold, in whatever encoding. */
  readonly secrets?: readonly string[] | undefined
}

export function isWeb(url: string): boolean {
  return /^https?:\/\//.test(url)
}

export function gitSettings({ url, authorization }: GitAddress): Record<string, string> {
  const settings: ReadonlyArray<readonly [string, string]> = [
    ["credential.helper", ""],
    ["push.gpgSign", "false"],
    ["push.followTags", "false"],
    ["push.recurseSubmodules", "no"],
    // The header must not follow to another host.
    ["http.followRedirects", "false"],
    // This machine is reached by no proxy.
    ...(url.startsWith("http://") ? [["http.proxy", ""] as const] : []),
    ...(authorization === undefined
      ? []
      : [[`http.${url}.extraHeader`, `Authorization: ${authorization}`] as const]),
  ]
  const pairs = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key] as const,
    [`GIT_CONFIG_VALUE_${index}`, value] as const,
  ])
  return {
    ...Object.fromEntries(pairs),
    GIT_CONFIG_COUNT: String(settings.length),
    GIT_ALLOW_PROTOCOL: isWeb(url) ? new URL(url).protocol.slice(0, -1) : "file",
    GIT_ASKPASS: "",
  }
}
