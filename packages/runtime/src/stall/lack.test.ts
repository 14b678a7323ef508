import { describe, expect, it } from "vitest"
import { moreThanLinear, repeatedTexts } from "../evidence/more_than_linear.fixture.ts"
import { causeOf } from "./lack.ts"

const cause = (snippet: string, check_id = "default"): string => causeOf({ snippet, check_id })
const TOOLS = ["alpha", "beta"] as const

// @requirement patterns.environment_failure
describe("the cause of a failure outside the code", () => {
  it.each<[kind: string, say: (name: string) => string]>([
    ["program", (name) => `Command '${name}' not found, but can be installed with:\napt install ${name}`],
    ["program", (name) => `docker: exec: "${name}": executable file not found in $PATH`],
    ["program", (name) => `fish: Unknown command: ${name}`],
    ["program", (name) => `The term "${name}" is not recognized as the name of a cmdlet`],
    ["program", (name) => `./run: error while loading shared libraries: ${name}: cannot open`],
    ["dependency", (name) => `Could not find gem '${name}' in any of the gem sources`],
    ["dependency", (name) => `Could not find gem '${name} (~> 7.0)' in locally installed gems.`],
    ["dependency", (name) => `[ERROR] Could not find artifact org.shop:${name}:jar:1.0 in central`],
    ["dependency", (name) => `Could not find ${name} in any of the sources`],
    ["network", (name) => `ssh: Could not resolve hostname ${name}: Name or service not known`],
    ["network", (name) => `curl: (7) Failed to connect to ${name} port 443 after 21 ms`],
    [
      "network",
      (name) =>
        `WARNING: Retrying (Retry(total=4)) after 'HTTPSConnectionPool(host='${name}', port=443)': /simple/a/`,
    ],
    ["browser", (name) => `Executable doesn't exist at /root/.cache/ms-playwright/${name}-1148/run`],
  ])("is a %s of a name: %s", (kind, say) => {
    expect(TOOLS.map((name) => cause(say(name)))).toEqual(TOOLS.map((name) => `${kind} ${name}`))
  })

  it("without a known name goes by its words, whatever their numbers and what stands around", () => {
    const missing = "xcrun: error: invalid active developer path, line 3"
    expect(cause(`make 1\n${missing}`, "a")).toBe(
      cause("make 2\nxcrun: error: invalid active developer path, line 14", "b"),
    )
    expect(cause(missing)).not.toBe(cause("xcrun: error: unable to find utility"))
    expect(cause(`building app\n${missing}`)).toBe(cause(`building docs\n${missing}`))
    expect(cause("Unsupported class file major version 65")).not.toBe(
      cause("error: invalid source release: 21"),
    )
  })

  it.each(["No space left on device", "tar: write error: No space left on device", "Too many open files"])(
    "is the one disk there is: %s",
    (text) => {
      expect(cause(text)).toBe("space ")
    },
  )

  it("is the check's own where nothing says what is lacking", () => {
    expect(cause("boom", "npm test")).toBe("check npm test")
  })

  it("does linear work on hostile texts", () => {
    const parts = [
      'exec: "',
      "gem '",
      "find artifact a:",
      "host='",
      "xcrun: error\n",
      "Could not find ",
      "fish: ",
      "1",
    ]
    expect(moreThanLinear(cause, (length) => repeatedTexts(parts, length))).toEqual([])
  })
})
