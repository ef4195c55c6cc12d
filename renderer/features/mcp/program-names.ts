const NAMES: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  codex: 'Codex',
  cursor: 'Cursor',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
  vscode: 'VS Code',
  windsurf: 'Windsurf',
}

/** As the program calls itself; one we do not know keeps its key. */
export function programName(program: string): string {
  return NAMES[program] ?? program
}
