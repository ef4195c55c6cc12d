/** One shell line, what becomes of it under `tableRules`, and why. */
export type LineCase = readonly [
  line: string,
  /** `held`: asks, in `bypassPermissions` as well. */
  want: 'allow' | 'ask' | 'held' | 'deny',
  why: string,
]

/** What the lines of the tables are judged by, as a person's own settings. */
export const tableRules = {
  allow: [
    'Bash(cp *)',
    'Bash(find *)',
    'Bash(git *)',
    'Bash(make)',
    'Bash(node *)',
    'Bash(npm test:*)',
    'Bash(sed *)',
    'Bash(sort *)',
    'Bash(sudo *)',
    'Bash(tar *)',
    'Bash(tee *)',
    'Bash(touch *)',
    'Bash(xargs *)',
    'Write(*.md)',
  ],
  ask: ['Bash(git push:*)'],
  deny: ['Bash(rm *)', 'Bash(nc:*)'],
} as const
