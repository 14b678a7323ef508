import type { Feedback } from "../feedback/feedback.ts"
import type { NewMemory } from "../store/store.ts"

/** What is worth knowing at the next fault of the kind. @requirement self-correction.merge */
export function mergeMemories(
  feedback: Feedback,
  test_path: string,
  merged_sha: string,
): readonly NewMemory[] {
  const fix_class = feedback.fix_class ?? "unknown"
  const source_id = feedback.id
  return [
    {
      topic: "failure_patterns",
      payload: {
        fix_class,
        root_cause: feedback.root_cause,
        feedback_body: feedback.body,
        regression_test_path: test_path,
        merged_sha,
      },
      embedding_key: `failure:${source_id}`,
      confidence: 85,
      source_id,
    },
    {
      topic: "review_patterns",
      payload: { fix_class, outcome: "verified", merged_sha },
      embedding_key: `review:${source_id}`,
      confidence: 80,
      source_id,
    },
  ]
}
