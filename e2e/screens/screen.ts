import type { Locator, Page } from '@playwright/test'
import { createAppI18n } from '../../renderer/i18n/create-i18n.ts'
import { addLateWords } from '../../renderer/i18n/late-words.ts'
import { makeWorld, type World, type WorldOptions } from '../serve/world.ts'

export const languages = ['en', 'zh-CN'] as const
export type Language = (typeof languages)[number]

/** What a screen is reached and found with. */
export interface Stage {
  readonly page: Page
  readonly world: World
  readonly language: Language
  /** The window's own words, as they stand in `renderer/i18n`. */
  readonly t: (key: string, values?: Readonly<Record<string, string | number>>) => string
  /** Lets go on what the scene's model holds back. */
  readonly letGo: () => void
}

/** One line of the table: a screen, the way to it from the line before, and what stands there once it is whole. */
export interface Screen {
  readonly name: string
  /** A state of the screen before: looked at, no picture of its own. */
  readonly isState?: true
  readonly reach?: (stage: Stage) => Promise<unknown>
  readonly shown: (stage: Stage) => Locator
}

/** Screens over one throw-away home, project and model. */
export interface Scene {
  readonly name: string
  readonly opens: 'home' | 'project'
  readonly world: (language: Language) => WorldOptions & { readonly letGo?: () => void }
  /** Before the host starts. */
  readonly prepare?: (world: World, language: Language) => Promise<unknown>
  readonly screens: readonly Screen[]
}

/** Goes through the screens of a scene; `look` sees each once it stands there. `at`: the home folder it lives in, made for it. */
export async function walk(
  scene: Scene,
  { page, language, at }: Pick<Stage, 'page' | 'language'> & { readonly at?: string | undefined },
  look: (screen: Screen, stage: Stage) => Promise<void>,
): Promise<void> {
  const { letGo = () => undefined, settings = '', ...options } = scene.world(language)
  const places = { at, folder: 'code/parcel-api', homeFolder: '.mewcode' }
  const world = await makeWorld({ ...places, ...options, settings: `language: ${language}\n${settings}` })
  const stage = { page, world, language, letGo, t: wordsIn(language) }
  try {
    await scene.prepare?.(world, language)
    await page.goto((await world.serve({ home: scene.opens === 'home' })).link)
    for (const screen of scene.screens) {
      await screen.reach?.(stage)
      await screen.shown(stage).first().waitFor()
      await look(screen, stage)
    }
  } finally {
    letGo()
    await world.close()
  }
}

function wordsIn(language: Language): Stage['t'] {
  const { global } = createAppI18n(language)
  addLateWords(global)
  return (key, values = {}) => {
    const words = typeof values['n'] === 'number' ? global.t(key, values, values['n']) : global.t(key, values)
    // vue-i18n answers the key itself where there are no words.
    if (words === key) throw new Error(`no words for ${key}`)
    return words
  }
}
