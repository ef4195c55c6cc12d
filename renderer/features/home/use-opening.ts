import { useI18n } from 'vue-i18n'
import { useAttempt } from '../../stores/attempt.ts'
import { useFolderPickerStore } from '../../stores/folder-picker.ts'
import { useProjectsStore } from '../../stores/projects.ts'

/** The ways into a project from Home. */
export function useOpening() {
  const { t } = useI18n()
  const picker = useFolderPickerStore()
  const projects = useProjectsStore()
  const opening = useAttempt()
  const sampling = useAttempt()

  function openPath(path: string, options: { newTab?: boolean } = {}): Promise<boolean> {
    sampling.forgive()
    return opening.run(() => projects.open(path, options))
  }

  async function openFolder(): Promise<void> {
    const path = await picker.ask({ title: t('home.openTitle'), verb: (name) => t('home.openPlace', { name }) })
    if (path) await openPath(path)
  }

  async function openSample(): Promise<void> {
    const parent = await picker.ask({
      title: t('home.sampleTitle'),
      text: t('home.sampleText'),
      verb: (name) => t('home.samplePlace', { name }),
    })
    if (!parent) return
    opening.forgive()
    await sampling.run(async () => projects.open(await projects.copySample(parent)))
  }

  return { opening, sampling, openPath, openFolder, openSample }
}
