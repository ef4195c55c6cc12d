import { expect, it } from 'vitest'
import { summaryIn } from './summary-text.ts'

it.each([
  ['one pair', 'first I think <summary>\nthe text\n</summary> done', 'the text'],
  ['several pairs: the last', '<summary>draft</summary> better: <summary>final</summary>', 'final'],
  ['a pair after a mention of the tag', 'I will write <summary> tags.\n<summary>real</summary>', 'real'],
  ['a last pair that is not complete: the one before', '<summary>whole</summary>\n<summary>cut off', 'whole'],
  ['a pair in a pair: all of it', '<summary>a <summary>b</summary> c</summary>', 'a b c'],
  ['a pair in a pair that is never closed', '<summary>a <summary>b</summary>', 'b'],
  ['a stray end', '</summary> <summary>x</summary> </summary>', 'x'],
  ['other letter cases', '<Summary>x</SUMMARY>', 'x'],
  ['no tags: the whole text', 'just the text', 'just the text'],
  ['no complete pair: the whole text', '<summary>cut by the length limit', 'cut by the length limit'],
  ['no tags, thoughts aside', '<analysis>hm\n</analysis>\n<think>hm</think>the text', 'the text'],
  ['nothing', ' <summary>\n</summary> ', ''],
])('reads %s', (_, answer, summary) => {
  expect(summaryIn(answer).replaceAll(/\s+/g, ' ')).toBe(summary)
})
