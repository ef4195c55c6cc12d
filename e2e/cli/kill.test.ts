import { describe } from 'vitest'
import { testKills } from './kill-points.ts'

describe('a run over anthropic, killed', () => {
  testKills('anthropic')
})
