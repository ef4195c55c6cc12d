import initEn from '../../resources/prompts/en/commands/init.md?raw'
import reviewEn from '../../resources/prompts/en/commands/review.md?raw'
import initZh from '../../resources/prompts/zh-CN/commands/init.md?raw'
import reviewZh from '../../resources/prompts/zh-CN/commands/review.md?raw'
import type { PromptCommand } from '../contract/commands.ts'
import type { Language } from '../contract/error-texts.ts'

/** Texts of the built-in commands that are prompts. */
export const builtinPrompts: Readonly<Record<PromptCommand, Readonly<Record<Language, string>>>> = {
  init: { en: initEn.trim(), 'zh-CN': initZh.trim() },
  review: { en: reviewEn.trim(), 'zh-CN': reviewZh.trim() },
}
