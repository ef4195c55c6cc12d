export { createRepository, type Repository, type RepositoryDeps } from './repository.ts'
