export { errorCode, nothingThere } from "./errors/error_code.ts"
export { expectedBy } from "./errors/expected_by.ts"
export {
  InvalidOptionError,
  describeValue,
  isInvalidOptionError,
  nearestName,
  refuseUnknownNames,
} from "./errors/invalid_option.ts"
export { optionError } from "./errors/option_error.ts"
export { meantOption, optionPath, valueAt } from "./errors/option_path.ts"
export { isGiven, nameOption, numberOption } from "./errors/option_value.ts"
export { thrownMessage } from "./errors/thrown_message.ts"
