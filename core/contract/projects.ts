import { z } from 'zod'
import { Project } from './app.ts'
import { method } from './method.ts'

/** What a link fills in (a person presses the button, or does not), or what the person chose outside the page. */
export const LinkOffer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('skill'), source: z.string() }),
  z.object({ kind: z.literal('mcp'), text: z.string() }),
  /** The application's menu: an action of the window, by the name its keys are kept under. */
  z.object({ kind: z.literal('action'), action: z.string() }),
  /** A notification: the conversation it is about. */
  z.object({ kind: z.literal('session'), sessionId: z.string() }),
])
export type LinkOffer = z.infer<typeof LinkOffer>

export const windows = {
  /** Opens a project folder: a window (Electron, or focuses the one it has) or a window id for a new page (serve). Home only. */
  open: method({ input: z.object({ path: z.string().min(1) }), output: z.object({ windowId: z.string(), project: Project }) }),
  /** Shows the system's folder dialog; null when the person closes it. Only where `app.info` says `nativeFolderDialog`. */
  pickFolder: method({ input: z.object({}), output: z.object({ path: z.string().nullable() }) }),
  /** Brings Home up (Electron); in serve the page navigates itself. */
  openHome: method({ input: z.object({}), output: z.object({}) }),
  /** Takes what a `mewcode://` link or the menu asked of this window, once; null: nothing. */
  takeOffer: method({ input: z.object({}), output: z.object({ offer: LinkOffer.nullable() }) }),
  /** The window's machine has its network back: waits between tries end. */
  networkReturned: method({ input: z.object({}), output: z.object({}) }),
}

export const FolderEntry = z.object({ name: z.string(), path: z.string(), readable: z.boolean() })

export const projects = {
  recent: method({ input: z.object({ limit: z.number().int().min(1).max(50).default(20) }), output: z.array(Project) }),
  /** Takes a project off the list; its sessions and files stay. */
  forget: method({ input: z.object({ projectId: z.string() }), output: z.object({}) }),
  /** Folders on the host's disk, for our own chooser in the browser host. Home only. */
  browse: method({
    input: z.object({ path: z.string().optional(), hidden: z.boolean().default(false) }),
    output: z.object({
      path: z.string(),
      displayPath: z.string(),
      parent: z.string().nullable(),
      folders: z.array(FolderEntry),
      /** More folders than the 1,000 listed. */
      more: z.number().int(),
    }),
  }),
  makeFolder: method({ input: z.object({ parent: z.string(), name: z.string().min(1).max(255) }), output: z.object({ path: z.string() }) }),
  /** Copies the sample project into a new folder under `parent`. */
  sample: method({ input: z.object({ parent: z.string() }), output: z.object({ path: z.string() }) }),
  /**
   * Clones a repository with the person's own git into a new folder under `parent`; `clone.progress` events of `cloneId` tell how far
   * it is. Aborting the call stops it. Nothing is left where it fails or is stopped. Home only. `project.clone_*`, `project.exists`.
   */
  clone: method({
    input: z.object({ address: z.string().trim().min(1).max(2_000), parent: z.string().min(1), cloneId: z.string().max(64) }),
    output: z.object({ path: z.string() }),
  }),
  /** The window's own project, fresh. */
  current: method({ input: z.object({}), output: Project }),
}
