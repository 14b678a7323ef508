/**
 * The option by which git is served a folder's repository. A folder may belong to another user, as in many CI containers,
 * and the process that serves it takes that from its own command line alone; nor does it fetch what is missing there by a
 * program which that repository names, as versions of git before 2.45 may.
 */
export function servedBy(service: "upload-pack" | "receive-pack"): string {
  return `--${service}=GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git -c 'safe.directory=*' ${service}`
}
