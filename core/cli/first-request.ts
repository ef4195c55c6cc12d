import type { PromptPart } from '../contract/app.ts'
import type { Language } from '../contract/error-texts.ts'
import { table } from './output.ts'

const kinds: Readonly<Record<PromptPart['kind'], Readonly<Record<Language, string>>>> = {
  system: { en: 'system text', 'zh-CN': '系统提示词' },
  instructions: { en: 'instructions', 'zh-CN': '说明' },
  memory: { en: 'memory', 'zh-CN': '记忆' },
  skills: { en: 'skills', 'zh-CN': '技能' },
  environment: { en: 'environment', 'zh-CN': '环境' },
  tool: { en: 'tool', 'zh-CN': '工具' },
}

/** The parts with their bytes, and the sum. */
export function firstRequestTable({ parts, bytes }: { parts: readonly PromptPart[]; bytes: number }, language: Language): string {
  const rows = parts.map((part) => [String(part.bytes).padStart(7), kinds[part.kind][language], part.name])
  return table([...rows, [String(bytes).padStart(7), language === 'zh-CN' ? '共计字节' : 'bytes in all', '']])
}
