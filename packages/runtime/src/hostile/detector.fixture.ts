import { createDetector } from "../stall/detector.ts"
import { recommended } from "../stall/transcripts.fixture.ts"

export const detector = createDetector({ stall_diagnostics: { ...recommended, include_arguments: true } })
export const start = detector.initial_state
