/** For packages of the same version: no promise holds for these names. */
export {
  FEEDBACK_STATES,
  FIX_CLASSES,
  type FeedbackSeverity,
  type FixReview,
  SEVERITIES,
} from "./feedback.ts"
export { feedbackKind } from "./feedback_store.ts"
export { feedbackInbox, outcomeOf } from "./inbox.ts"
