/** Switch variables that gitoma does not name after the critic's id. */
const NAMED_SWITCHES: Readonly<Record<string, string>> = {
  G8: "TEST_REGRESSION_GATE",
  G16: "G16_DEAD_CODE",
  G18: "G18_ABANDONED",
  G19: "G19_ECHO_CHAMBER",
  G21: "G21_SEMGREP",
  G22: "G22_TRIVY",
  G23: "G23_CONFIG_KEYS",
  G24: "G24_CONFIG_STRUCTURE",
}

/** `PROOFLOOP_G7_TS=off`, or gitoma's name with PROOFLOOP_ for GITOMA_; undefined: not set. @requirement critics.selection */
export function readSwitch(
  id: string,
  env: Readonly<Record<string, string | undefined>>,
): boolean | undefined {
  const name = Object.hasOwn(NAMED_SWITCHES, id) ? NAMED_SWITCHES[id] : undefined
  const short = truthOf(env[`PROOFLOOP_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`])
  return short ?? (name === undefined ? undefined : truthOf(env[`PROOFLOOP_${name}`]))
}

/** 1, on, true, yes or 0, off, false, no, case ignored; anything else says nothing. */
export function truthOf(value: string | undefined): boolean | undefined {
  const word = value?.trim().toLowerCase() ?? ""
  if (["1", "on", "true", "yes"].includes(word)) return true
  if (["0", "off", "false", "no"].includes(word)) return false
  return undefined
}
