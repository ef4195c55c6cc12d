export { orphanWorktrees } from './orphan-worktrees.ts'
export { createRepository, type Repository, type RepositoryDeps } from './repository.ts'
export { createWorktrees, type OwnWorktree, type Worktrees } from './worktrees.ts'
