import { chmod } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { setEnvironment } from "../../../../foundation/src/process/environment.fixture.ts"

/** Puts a program on PATH, until the test ends, that prints a text and writes its arguments to `called.txt`. */
export async function standIn(name: string, prints: string, exit_code = 0): Promise<void> {
  const folder = await folderWith({
    [name]: `#!/bin/sh\nprintf '%s\\n' "$@" >called.txt\ncat "$0.output"\nexit ${exit_code}\n`,
    [`${name}.output`]: prints,
  })
  await chmod(join(folder, name), 0o755)
  setEnvironment({ PATH: `${folder}${delimiter}${process.env["PATH"]}` })
}

export function semgrepReport(
  ...findings: ReadonlyArray<readonly [rule: string, path: string, severity?: string]>
) {
  const results = findings.map(([check_id, path, severity = "ERROR"], index) => ({
    check_id,
    path,
    start: { line: index + 1, col: 1, offset: 0 },
    end: { line: index + 1, col: 9, offset: 8 },
    extra: {
      message: `Found ${check_id}.`,
      severity,
      metadata: { cwe: ["CWE-95: Improper Neutralization of Directives"] },
    },
  }))
  return JSON.stringify({ version: "1.90.0", results, errors: [], paths: { scanned: [] } })
}

export const TRIVY_REPORT = JSON.stringify({
  SchemaVersion: 2,
  ArtifactName: ".",
  Results: [
    {
      Target: "package-lock.json",
      Class: "lang-pkgs",
      Type: "npm",
      Vulnerabilities: [
        {
          VulnerabilityID: "CVE-2021-23337",
          PkgName: "lodash",
          InstalledVersion: "4.17.20",
          FixedVersion: "4.17.21",
          Title: "command injection via template",
          Severity: "HIGH",
          CweIDs: ["CWE-94"],
        },
        { VulnerabilityID: "", PkgName: "empty", Severity: "HIGH" },
      ],
    },
    {
      Target: "deploy.yaml",
      Class: "config",
      Misconfigurations: [
        { ID: "KSV001", Title: "Runs as root", Severity: "MEDIUM", CauseMetadata: { StartLine: 4 } },
      ],
    },
    {
      Target: "src/key.py",
      Class: "secret",
      Secrets: [
        {
          RuleID: "aws-access-key-id",
          Title: "AWS key",
          Severity: "CRITICAL",
          StartLine: 2,
          Match: "AKIA****",
        },
      ],
    },
  ],
})
