export { createRepository, type Repository, type RepositoryDeps } from './repository.ts'
export { createWorktrees, type OwnWorktree, type Worktrees } from './worktrees.ts'
