export type HookReply =
  | { readonly type: "nothing" }
  /** Told to the model beside the results. */
  | {
      readonly type: "tell"
      readonly text: string
    }
  /** The call does not run; the model reads why. */
  | {
      readonly type: "refuse"
      readonly text: string
    }
  /** The agent does not stop yet; the model reads why. */
  | {
      readonly type: "hold"
      readonly text: string
      /** What the person reads where the agent cannot be held. */
      readonly hand_back: string
    }
  /** The agent stops although something is open, which the person reads. */
  | {
      readonly type: "hand_back"
      readonly text: string
    }

export const NOTHING: HookReply = { type: "nothing" }

/** Begins each of our texts, so that it is recognised when a host returns it as a prompt. */
export const MARK = "[proofloop]"
