import { describe, expect, it } from 'vitest'
import { createMarkdownWriter } from './markdown-writer.ts'
import { inTime } from '../../testing/in-time.ts'
import { htmlToMarkdown } from './markdown.ts'

const markdown = async (html: string): Promise<string> => (await htmlToMarkdown(html, new URL('https://a.example/dir/page'))).text

describe('a page as Markdown', () => {
  it('has headings, paragraphs, emphasis, links with whole addresses and what pictures show', async () => {
    expect(
      await markdown(`<h1>A  <em>title</em></h1><p>Some <strong>bold</strong>
        text,<br>a <a href="../x.html#s">link</a>, <a href="#here">a place</a>, <a href="javascript:evil()">nothing</a>
        <img src=a.png alt="a cat"><img src=b.png></p><hr>&copy; 中文`),
    ).toBe('# A *title*\n\nSome **bold** text,\na [link](https://a.example/x.html#s), a place, nothing [image: a cat]\n\n---\n\n© 中文')
  })

  it('keeps code as it stands', async () => {
    expect(
      await markdown('<p>Use <code>a  |b</code>:</p><pre><code class="language-ts">if (a) {\n\n  <span>b()</span>\n}\n</code></pre>'),
    ).toBe('Use `a |b`:\n\n```ts\nif (a) {\n\n  b()\n}\n```')
    expect(await markdown('<pre><div>one</div><div>  two</div></pre>')).toBe('```\none\n  two\n```')
  })

  it('has lists, nested and numbered, and quotes', async () => {
    expect(await markdown('<ul><li>a<li><p>b</p><ol start=3><li>x</li><li>y</li></ol></ul><blockquote><p>q1<p>q2</blockquote>')).toBe(
      '- a\n- b\n  3. x\n  4. y\n\n> q1\n> \n> q2'.replace('> \n', '>\n'),
    )
  })

  it('has tables, and takes tables of one column for layout', async () => {
    expect(await markdown('<table><thead><tr><th>A<th>B|C</thead><tr><td>1<td><p>2</p><p>3</p></table>')).toBe(
      '| A | B\\|C |\n| --- | --- |\n| 1 | 2 3 |',
    )
    expect(await markdown('<table><tr><td>One<tr><td>Two</table>')).toBe('One\n\nTwo')
  })

  it('leaves out what a reader does not see', async () => {
    const hidden = [
      '<script>a</script>',
      '<style>b</style>',
      '<nav><a href=x>menu</a></nav>',
      '<div hidden>c<br><p>d</div>',
      '<p style="display: none">e</p>',
    ]
    expect(await markdown(`${hidden.join('')}<span aria-hidden=true>f</span><!-- g --><p>seen</p>`)).toBe('seen')
  })

  it('is its main part where it has one worth the name', async () => {
    const main = 'word '.repeat(60).trim()
    expect(await markdown(`<header>Head</header><main><p>${main}</p></main><footer>Foot</footer>`)).toBe(main)
    expect(await markdown('<header>Head</header><main><p>short</p></main>')).toBe('Head\n\nshort')
  })

  it('survives what is not well formed, also in bulk', async () => {
    expect(await markdown('<ul><li><b>a<p>b</ul></b><td>c</td>')).toContain('c')
    expect(await markdown('<blockquote>'.repeat(5_000) + 'deep')).toContain('deep')
    const started = performance.now()
    const big = await markdown('<div><p>some text <a href="/a">with</a> a link</p></div>'.repeat(20_000))
    expect(big.length).toBeGreaterThan(500_000)
    expect(performance.now() - started).toBeLessThan(4_000)
  })
})

it('costs what its length says: blocks in code, blanks in code, and tags that nobody closes', async () => {
  const blocks = inTime(() => {
    const writer = createMarkdownWriter(new URL('https://a.example/'))
    writer.open('pre', {})
    for (let at = 0; at < 300_000; at += 1) {
      writer.open('p', {})
      writer.text('x')
      writer.close('p')
    }
    return writer.end().text
  })
  expect(blocks).toHaveLength('```\n'.length + 600_000 + '```'.length)
  const blanks = inTime(() => {
    const writer = createMarkdownWriter(new URL('https://a.example/'))
    writer.open('blockquote', {})
    writer.open('pre', {})
    writer.text(`${' '.repeat(400_000)}x`)
    return writer.end().text
  })
  expect(blanks).toContain('x')
  expect(await markdown(`${'<b>'.repeat(100_000)}deep<p>${'</i>'.repeat(100_000)}end`)).toMatch(/deep[^]*end/)
})
