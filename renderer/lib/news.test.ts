import { expect, it } from 'vitest'
import chinese from '../../CHANGELOG.zh-CN.md?raw'
import english from '../../CHANGELOG.md?raw'
import { newestNews } from './news.ts'

it('takes the lines of the newest part alone, without marks', () => {
  const changelog =
    '# Changelog\n\nNewest on top.\n\n## 0.2.0\n\nWords before.\n\n- **Keys.** `F6` goes\n  on ([docs](docs/a.md)).\n- Two.\n\n## 0.1.0\n\n- Old.\n'
  expect(newestNews(changelog)).toEqual(['Keys. F6 goes on (docs).', 'Two.'])
  expect(newestNews('nothing yet')).toEqual([])
})

it('is told in Chinese as in English: the same versions, in each as many lines, and no line twice', () => {
  expect(outline(chinese)).toEqual(outline(english))
  for (const changelog of [chinese, english]) {
    const lines = changelog.split('\n').filter((line) => line.startsWith('- '))
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([])
  }
  expect(newestNews(chinese).filter((line) => !/\p{Script=Han}/u.test(line))).toEqual([])
})

/** Each version with how many lines it has; the one to come has no number. */
function outline(changelog: string): readonly string[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => `${/^\d\S*/.exec(part)?.[0] ?? 'to come'}: ${part.match(/^- /gm)?.length ?? 0}`)
}
