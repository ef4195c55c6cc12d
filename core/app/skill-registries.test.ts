import { expect, it, onTestFinished } from 'vitest'
import { configFolders, put } from '../config/fixtures.ts'
import { memoryPlatform } from '../testing/index.ts'
import { memoryKeychain } from '../testing/memory-keychain.ts'
import { createSkillRegistries } from './skill-registries.ts'

const { home, config } = configFolders()

it('forgets a registry although the keychain cannot be asked for its token, and says why', async () => {
  put(home('settings.yaml'), 'skills: { registries: [{ name: corp, url: https://skills.corp.example, token: keychain }] }\n')
  const platform = { ...memoryPlatform(), keychain: memoryKeychain({ problem: 'locked' }) }
  onTestFinished(platform.close)
  const registries = createSkillRegistries({
    config: config(),
    platform,
    audit: () => ({ credentialUsed: () => undefined }),
    hosts: async () => [],
  })
  expect(await registries.remove('corp')).toMatchObject({ code: 'keychain.unavailable' })
  expect(await registries.list()).toEqual([])
  await expect(registries.remove('corp')).rejects.toMatchObject({ code: 'install.registry_unknown' })
})
