import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useSessionViewStore } from './session-view.ts'

interface RemotePicture {
  readonly src: string
  /** Its own pixels. */
  readonly width: number
  readonly height: number
}

/** Pictures of other hosts that a person asked for; another session's are let go. */
const useRemotePicturesStore = defineStore('remotePictures', () => {
  const { client, files } = useConnection()
  const sessionView = useSessionViewStore()
  const known = new Map<string, Promise<RemotePicture>>()

  function load(url: string): Promise<RemotePicture> {
    const picture = known.get(url) ?? fetched(url)
    known.set(url, picture)
    // A later press may find the host again.
    picture.catch(() => known.delete(url))
    return picture
  }

  async function fetched(url: string): Promise<RemotePicture> {
    const { path } = await client.files.ticket({ kind: 'web', url })
    const src = URL.createObjectURL(await files.blob(path))
    const image = new Image()
    image.src = src
    await image.decode()
    return { src, width: image.naturalWidth, height: image.naturalHeight }
  }

  function letGo(): void {
    for (const picture of known.values())
      void picture.then(
        ({ src }) => URL.revokeObjectURL(src),
        () => undefined,
      )
    known.clear()
  }

  watch(() => sessionView.sessionId, letGo)
  return { load }
})

/** The picture at an address, loaded at once: for after a press. */
export function useRemotePicture(url: string) {
  const picture = shallowRef<RemotePicture>()
  const error = shallowRef<WireError>()
  useRemotePicturesStore()
    .load(url)
    .then((loaded) => (picture.value = loaded))
    .catch((failure: unknown) => (error.value = failureOf(failure)))
  return { picture, error }
}
