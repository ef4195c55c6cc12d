import { scenes, walk } from '../screens/index.ts'
import { test } from './accessible.ts'
import { expect } from './window.ts'

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 900, height: 600 }

for (const scene of scenes)
  test(`every screen of “${scene.name}” is accessible in both themes and needs no sideways scrolling in a small window`, async ({
    page,
    expectAccessible,
  }) => {
    await page.setViewportSize(WIDE)
    await walk(scene, { page, language: 'zh-CN' }, async (screen, stage) => {
      await expectAccessible(screen.name, screen.shown(stage))
      await page.setViewportSize(NARROW)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), screen.name).toBeLessThanOrEqual(NARROW.width)
      await page.setViewportSize(WIDE)
    })
  })
