// Conformance of an implementation in another language: detector.py speaks JSON lines on stdio.
// The same from the shell: npx proofloop conformance --implementation "python3 .../detector.py" --filter repair/streak
import { fileURLToPath } from "node:url"
import { loadCases, reporters, runSuite, stdioImplementation } from "@proofloop/conformance"

const script = fileURLToPath(new URL("detector.py", import.meta.url))
const implementation = await stdioImplementation({ command: ["python3", script] })
const result = await runSuite({ cases: await loadCases(), implementation, filter: "repair/streak" })
await implementation.close()
console.log(reporters.text(result))
process.exitCode = result.failed > 0 ? 1 : 0
