interface Closing {
  close(): unknown
}

interface Work {
  readonly remoteAgents: Closing
  readonly planned: Closing
  readonly runs: Closing
  readonly sessions: Closing
  readonly shells: Closing
  readonly mcp: Closing
}

/** Ends everything at work, together: each may take as long as a process that ignores the polite signal. */
export async function closeWork({ remoteAgents, planned, runs, sessions, shells, mcp }: Work): Promise<void> {
  const left = remoteAgents.close()
  await planned.close()
  const waiting = runs.close()
  await Promise.all([sessions.close(), shells.close(), mcp.close(), waiting, left])
  // Runs that ended with their sessions, just now.
  await runs.close()
}
