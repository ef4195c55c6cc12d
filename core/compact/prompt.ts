import systemEn from '../../resources/prompts/en/compact-system.md?raw'
import taskEn from '../../resources/prompts/en/compact.md?raw'
import systemZh from '../../resources/prompts/zh-CN/compact-system.md?raw'
import taskZh from '../../resources/prompts/zh-CN/compact.md?raw'

export type PromptLanguage = 'en' | 'zh-CN'

const texts = {
  en: { system: systemEn, task: taskEn, focus: 'Above all, keep what concerns this, in the words of the user: ' },
  'zh-CN': { system: systemZh, task: taskZh, focus: '用户特别要求保留与下面这点有关的内容：' },
}

/** What the model is asked for; `focus` may be empty. */
export function summaryPrompt(language: PromptLanguage, focus: string): { system: string; task: string } {
  const { system, task, focus: lead } = texts[language]
  return { system: system.trim(), task: [task.trim(), ...(focus === '' ? [] : [lead + focus])].join('\n\n') }
}
