import { expect, it } from 'vitest'
import { packageOf } from './bundled-packages.ts'
import { bundledProblems } from './bundled.ts'
import { lockedPackages } from './production.ts'

it.each([
  ['/x/node_modules/vue/dist/vue.js', ['node_modules/vue']],
  ['/x/node_modules/@vue/shared/index.js?commonjs-module', ['node_modules/@vue/shared']],
  ['/x/node_modules/htmlparser2/node_modules/entities/lib/a.js', ['node_modules/htmlparser2/node_modules/entities']],
  ['C:\\x\\node_modules\\ws\\index.js', ['node_modules/ws']],
  ['\0/x/node_modules/ws/index.js?virtual', []],
  ['/x/core/app/index.ts', []],
])('%j is of %j', (id, folders) => {
  expect(packageOf(id)).toEqual(folders)
})

it('names a package for development that a build took something from, and one that only development pulls in', async () => {
  const packages = await lockedPackages()
  expect(bundledProblems('hosts', ['node_modules/zod', 'node_modules/vue'], packages)).toEqual([])
  expect(bundledProblems('hosts', ['node_modules/vitest', 'node_modules/express', 'node_modules/gone'], packages)).toEqual([
    'hosts holds parts of node_modules/vitest, which is not of the product',
    'hosts holds parts of node_modules/express, which is not of the product',
    'hosts holds parts of node_modules/gone, which is not of the product',
  ])
})
