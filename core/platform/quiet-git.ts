/** For git on a strange repository: nothing asks, and nothing of where we are steers it. */
export const QUIET_GIT: Readonly<Record<string, string>> = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
  GIT_ALLOW_PROTOCOL: 'http:https:ssh',
  GIT_LFS_SKIP_SMUDGE: '1',
  GIT_CEILING_DIRECTORIES: '/',
  LC_ALL: 'C',
}
