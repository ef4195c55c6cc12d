import { describe, expect, it } from 'vitest'
import { AppError } from '../contract/errors.ts'
import { readArguments, type Syntax } from './arguments.ts'

const help = { en: '', 'zh-CN': '' }
const syntax: Syntax = {
  command: 'run',
  arguments: [{ name: 'PROMPT|-', required: true }],
  options: {
    mode: { value: 'MODE', choices: ['default', 'plan'], help },
    allow: { value: 'RULE', repeatable: true, help },
    provider: { value: 'NAME', short: 'p', help },
    trust: { help },
  },
}

describe('readArguments', () => {
  it('reads flags, values in every form, repeated ones in order, and what follows --', () => {
    const args = readArguments(['--trust', '--allow', 'Bash(npm *)', '--mode=plan', '--allow=-x', '-p', 'fake', '--', '--prompt'], syntax)
    expect([args.flag('trust'), args.list('allow'), args.text('mode'), args.text('provider'), args.positional(0)]).toEqual([
      true,
      ['Bash(npm *)', '-x'],
      'plan',
      'fake',
      '--prompt',
    ])
  })

  it('takes - and an empty text as a prompt', () => {
    expect(readArguments(['-'], syntax).positional(0)).toBe('-')
    expect(readArguments([''], syntax).positional(0)).toBe('')
  })

  it.each<[string[], string, Record<string, string>]>([
    [['--modle', 'plan', 'x'], 'usage.unknown_option', { program: 'mewcode run', option: '--modle', similar: '--mode' }],
    [['--constructor', 'x'], 'usage.unknown_option', { program: 'mewcode run', option: '--constructor', similar: '--trust' }],
    [['-x', 'x'], 'usage.unknown_option', { program: 'mewcode run', option: '-x', similar: '--help' }],
    [['--mode', 'fast', 'x'], 'usage.bad_value', { option: '--mode', value: 'fast', expected: 'default, plan' }],
    [['--trust=yes', 'x'], 'usage.bad_value', { option: '--trust', value: 'yes', expected: '--trust' }],
    [['x', '--mode'], 'usage.missing_argument', { command: 'run', argument: '--mode MODE' }],
    [['--provider', '--mode', 'plan', 'x'], 'usage.missing_argument', { command: 'run', argument: '--provider NAME' }],
    [[], 'usage.missing_argument', { command: 'run', argument: 'PROMPT|-' }],
    [['fix', 'it'], 'usage.unexpected_argument', { program: 'mewcode run', argument: 'it' }],
  ])('says what is wrong with %j', (argv, code, params) => {
    const error = catchError(() => readArguments(argv, syntax))
    expect([error.code, error.params]).toEqual([code, params])
  })
})

function catchError(run: () => unknown): AppError {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
