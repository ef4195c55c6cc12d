import { createInstaller, createSources, type Installer } from '../skills/install/index.ts'

/** An installer of this home that finds folders and archives, and no host. Whoever opens it closes it. */
export function openInstaller(home: string, more: { readonly signing?: Parameters<typeof createInstaller>[0]['signing'] } = {}): Installer {
  return createInstaller({
    home,
    version: '1.2.3',
    clock: { now: () => 0, wait: async () => undefined },
    openSource: createSources({ env: {}, temp: home, hosts: async () => [] }),
    ...more,
  })
}
