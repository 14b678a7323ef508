export { type AppendLog, type LogReader, openAppendLog, readLog } from "./files/append_log.ts"
export { MAX_READ_BYTES, containedRead } from "./files/contained_read.ts"
export { type DeniedPaths, createDeniedPaths, plainName } from "./files/denied.ts"
export { RequestError, describeFileError, fileErrorReason } from "./files/request_error.ts"
export {
  type FileContent,
  decodeText,
  isBinary,
  isSameBytes,
  openRegularFile,
  readContent,
  refuseTooLarge,
} from "./files/file_content.ts"
export { makeFolder, realPlace, syncFolder } from "./files/folder.ts"
export { compileGlob } from "./files/glob.ts"
export { type ChainHead, hashChain } from "./files/hash_chain.ts"
export { type Located, isInside, locate } from "./files/locate.ts"
export { type Workspace, openWorkspace } from "./files/open_workspace.ts"
export { installedFile } from "./files/installed_file.ts"
export { packageFolder } from "./files/package_folder.ts"
export { readPlainFile, withPlainFile, writePlainFile } from "./files/plain_file.ts"
export { inPinnedFolder } from "./files/pinned_folder.ts"
export { sha256 } from "./files/sha256.ts"
export { removeFolder } from "./files/remove_folder.ts"
export { refuseChanged, replaceFile } from "./files/replace_file.ts"
export { foldPath } from "./files/locate.ts"
export { ownerOfTemporary, processFolder, temporaryFolder } from "./files/temporary_folder.ts"
export { writeWholeFile } from "./files/whole_file.ts"
