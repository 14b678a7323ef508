/** What the host is answered. */
export type HookReply =
  | { readonly type: "nothing" }
  /** Told to the model beside the results. */
  | { readonly type: "tell"; readonly text: string }
  /** The call is not run; the model reads why. */
  | { readonly type: "refuse"; readonly text: string }
  /** The agent does not stop yet; the model reads why. */
  | { readonly type: "hold"; readonly text: string }
  /** The agent stops although something is open; the person reads what. */
  | { readonly type: "hand_back"; readonly text: string }

export const NOTHING: HookReply = { type: "nothing" }

/** Begins each text of ours, so that one which a host gives back as a prompt is known. */
export const MARK = "[proofloop]"
