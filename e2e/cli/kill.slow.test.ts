import { describe } from 'vitest'
import { testKills } from './kill-points.ts'

describe('a run over openai, killed', () => {
  testKills('openai')
})
