import { createPinia } from 'pinia'
import { createApp, effectScope } from 'vue'
import { beforeEach, expect, it } from 'vitest'
import { AppError, toWireError } from '../../core/contract/errors.ts'
import { RpcError } from '../../core/contract/client.ts'
import { connectionKey, type Connection } from '../rpc/connection.ts'
import { useFolderBrowser, type FolderListing } from './folder-browser.ts'

const folder = (path: string, readable = true) => ({ name: path.split('/').at(-1) ?? '', path, readable })
const listing = (path: string, folders: FolderListing['folders'] = []): FolderListing => ({
  path,
  displayPath: path,
  parent: path === '/' ? null : path.slice(0, path.lastIndexOf('/')) || '/',
  folders,
  more: 0,
})

const folders: Record<string, FolderListing> = {
  '/': listing('/', [folder('/home'), folder('/root', false)]),
  '/home': listing('/home', [folder('/home/api'), folder('/home/web')]),
  '/home/api': listing('/home/api'),
}

let disk: Record<string, FolderListing>
let answers: Record<string, Promise<unknown>>
let browser: ReturnType<typeof useFolderBrowser>

/** The composable under a real app, over a host that lists `disk`; a path in `answers` waits for its promise first. */
beforeEach(() => {
  disk = structuredClone(folders)
  answers = {}
  // The stores look at the colour scheme and listen; no page is needed for what is tested here.
  globalThis.matchMedia = () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }) as never
  const client = {
    projects: {
      browse: async ({ path = '/' }: { path?: string }) => {
        await answers[path]
        const found = disk[path]
        if (!found) throw new RpcError(toWireError(new AppError('project.missing', { params: { path } })))
        return found
      },
      makeFolder: ({ parent, name }: { parent: string; name: string }) => {
        const path = `${parent}/${name}`
        disk[parent] = listing(parent, [...(disk[parent]?.folders ?? []), folder(path)])
        return Promise.resolve({ path })
      },
    },
  }
  const connection = { client, onEvent: () => () => undefined, pathForFile: () => undefined } as unknown as Connection
  const app = createApp({}).use(createPinia()).provide(connectionKey, connection)
  browser = app.runWithContext(() => effectScope().run(() => useFolderBrowser())) as typeof browser
})

it('takes the shown folder until another is marked, and never one that cannot be read', async () => {
  await browser.goTo('/')
  const choices = [browser.choice.value]
  for (const index of [0, 1]) {
    browser.marked.value = index
    choices.push(browser.choice.value)
  }
  expect(choices).toEqual(['/', '/home', '/'])
})

it('marks the folder it came from on the way up', async () => {
  await browser.goTo('/home')
  await browser.goUp()
  expect([browser.listing.value?.path, browser.markedFolder.value?.path]).toEqual(['/', '/home'])
})

it('stays where it is when the next folder cannot be read, and says why', async () => {
  await browser.goTo('/home')
  await browser.goTo('/nowhere')
  expect([browser.listing.value?.path, browser.error.value?.code, browser.busy.value]).toEqual(['/home', 'project.missing', false])
  await browser.goTo('/')
  expect(browser.error.value).toBeUndefined()
})

it('shows the folder asked for last, though an earlier answer comes later', async () => {
  const slow = Promise.withResolvers<void>()
  answers['/home'] = slow.promise
  const first = browser.goTo('/home')
  await browser.goTo('/home/api')
  slow.resolve()
  await first
  expect([browser.listing.value?.path, browser.busy.value]).toEqual(['/home/api', false])
})

it('does not enter a folder that cannot be read', async () => {
  await browser.goTo('/')
  await browser.enter(folder('/root', false))
  expect(browser.listing.value?.path).toBe('/')
})

it('marks the folder it made', async () => {
  await browser.goTo('/home')
  expect(await browser.make('new')).toBe(true)
  expect(browser.choice.value).toBe('/home/new')
})
