import type { Language } from '../contract/error-texts.ts'
import { fromMessages } from '../contract/rows.ts'
import type { ExportFormat } from '../contract/sessions.ts'
import { rowsAsMarkdown } from './markdown.ts'
import { writeOriginal } from './original.ts'
import { writeOwn } from './own.ts'
import type { Transcript } from './types.ts'

/** The whole session as text: Markdown for people, our JSON, or the original's lines. */
export function writeTranscript(transcript: Transcript, { format, language }: { format: ExportFormat; language: Language }): string {
  switch (format) {
    case 'md':
      return rowsAsMarkdown(transcript.title, fromMessages(transcript.messages), language)
    case 'json':
      return writeOwn(transcript)
    case 'jsonl':
      return writeOriginal(transcript)
  }
}
