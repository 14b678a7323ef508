import type { Model } from "../protocol/model.ts"
import type { ReadLoopOptions } from "./options.ts"
import type { ToolBox } from "./tool_box.ts"

export interface SharedParts {
  readonly options: ReadLoopOptions
  readonly model: Model
  readonly judges: { readonly judge_model: Model; readonly done_judge_model: Model }
  readonly box: ToolBox
}
