import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyPdf, grey, greyPhoto } from '../../testing/media-files.ts'
import { openToolProject, type ToolProject } from '../../testing/tool-project.ts'

let project: ToolProject
beforeEach(() => {
  project = openToolProject()
})
afterEach(() => project.close())

const read = (path: string, more: object = {}) => project.call('read_file', { path, ...more })
const words = (text: string) => ({ type: 'text', text })

describe('an image', () => {
  it('is shown, its bytes beside the session and not in the result', async () => {
    const bytes = await grey(60, 40)
    project.write('图 1.png', bytes)
    const { content, meta } = await read('图 1.png')
    expect(content).toEqual([
      words('图 1.png: a PNG image, shown with 60×40 pixels'),
      { type: 'image', mediaType: 'image/png', blobId: expect.any(String), size: bytes.length, width: 60, height: 40 },
    ])
    expect(meta).toEqual({ path: '图 1.png' })
    expect(readdirSync(`${project.sessionDir}/blobs`)).toHaveLength(1)
  })

  it('is known by its bytes, whatever its name, and scaled where it is large', async () => {
    project.write('shot.png', await greyPhoto(4_000, 1_000))
    const { content } = await read('shot.png')
    expect(content).toMatchObject([
      words('shot.png: a JPEG image (whatever its name says), shown with 2000×500 pixels'),
      { mediaType: 'image/jpeg', width: 2_000, height: 500 },
    ])
  })

  it('that is damaged or would unpack to gigabytes is refused in words', async () => {
    const bytes = await grey(60, 40)
    project.write('cut.png', bytes.subarray(0, bytes.length - 40))
    expect(await project.failure('read_file', { path: 'cut.png' })).toBe(
      'cut.png is a PNG image, but it does not decode: it is damaged or cut off.',
    )
    bytes.writeUInt32BE(60_000, 16)
    bytes.writeUInt32BE(60_000, 20)
    project.write('bomb.png', bytes)
    expect(await project.failure('read_file', { path: 'bomb.png' })).toBe(
      'bomb.png is a PNG image of more than 100 million pixels; it is not read.',
    )
  })
})

describe('a PDF', () => {
  it('is shown whole, or the asked pages of it', async () => {
    project.write('docs/report.pdf', await emptyPdf(3))
    expect((await read('docs/report.pdf')).content).toMatchObject([
      words('docs/report.pdf: a PDF document of 3 pages'),
      { type: 'document', mediaType: 'application/pdf', name: 'report.pdf', pages: 3 },
    ])
    expect((await read('docs/report.pdf', { pages: '2-3' })).content).toMatchObject([
      words('docs/report.pdf: a PDF document of 3 pages, pages 2-3 shown'),
      { type: 'document', pages: 2 },
    ])
    expect(await project.failure('read_file', { path: 'docs/report.pdf', pages: '4' })).toContain(
      'of 3 pages; the asked pages are not among them',
    )
  })

  it('that is too long, locked or damaged is refused in words', async () => {
    project.write('long.pdf', await emptyPdf(101))
    expect(await project.failure('read_file', { path: 'long.pdf' })).toContain('of 101 pages; at most 100 are read at once. Give pages')
    project.write('locked.pdf', await emptyPdf(1, 'secret'))
    expect(await project.failure('read_file', { path: 'locked.pdf' })).toContain('locked with a password')
    project.write('broken.pdf', '%PDF-1.7\n')
    expect(await project.failure('read_file', { path: 'broken.pdf' })).toContain('does not decode')
  })
})

describe('a notebook', () => {
  const cells = (png: Buffer) => [
    { cell_type: 'markdown', source: ['# Title\n', 'words'] },
    {
      cell_type: 'code',
      source: 'print(1)\nplot()',
      outputs: [
        { output_type: 'stream', name: 'stdout', text: ['1\n', '2\n'] },
        {
          output_type: 'display_data',
          data: { 'text/plain': ['<Figure>'], 'image/png': png.toString('base64'), 'text/html': ['<b>no</b>'] },
        },
        { output_type: 'error', ename: 'E', evalue: 'x', traceback: ['\u001b[31mE\u001b[0m: x'] },
      ],
    },
    { cell_type: 'code', source: [], outputs: [] },
  ]
  const book = async () =>
    JSON.stringify({ cells: cells(await grey(9, 9)), metadata: { kernelspec: { language: 'python' } }, nbformat: 4 }, undefined, 1)

  it('is shown as cells with what they put out', async () => {
    project.write('a.ipynb', await book())
    const { content, meta } = await read('a.ipynb')
    expect(content).toMatchObject([
      words(
        '[cell 1: markdown]\n# Title\nwords\n[cell 2: code, python]\nprint(1)\nplot()\n[output of cell 2]\n1\n2\n\n[output of cell 2]\n<Figure>',
      ),
      { type: 'image', width: 9, height: 9 },
      words(
        '[output of cell 2]\nE: x\n[cell 3: code, python]\n\n(end of notebook, 3 cells; the file itself is JSON: change that with edit_file, find its text with grep)',
      ),
    ])
    expect(meta).toMatchObject({ count: 3, truncated: false })
  })

  it('is shown in parts, and says how to go on', async () => {
    project.write('a.ipynb', await book())
    expect(await project.text('read_file', { path: 'a.ipynb', limit: 1 })).toContain('(cells 1-1 of 3; go on with offset=2;')
    expect(await project.text('read_file', { path: 'a.ipynb', offset: 3 })).toMatch(/^\[cell 3: code, python\]\n\n\(end of notebook/)
  })

  it('stays the JSON it is for edit_file', async () => {
    project.write('a.ipynb', await book())
    await read('a.ipynb')
    await project.call('edit_file', { path: 'a.ipynb', old_string: '# Title', new_string: '# Other' })
    expect(await project.text('read_file', { path: 'a.ipynb', limit: 1 })).toContain('# Other')
  })

  it('that is none is read as text', async () => {
    project.write('a.ipynb', '{"cells": 1}')
    expect(await project.text('read_file', { path: 'a.ipynb' })).toBe('1\t{"cells": 1}\n(end of file, 1 lines)')
  })
})
