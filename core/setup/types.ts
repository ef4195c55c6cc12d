import { toWireError, type AppError, type WireError } from '../contract/errors.ts'
import type { SetupKind, SetupProduct } from '../contract/setup.ts'

/** Something another product keeps, and what it takes to have it here. */
export interface Found {
  readonly product: SetupProduct
  readonly kind: SetupKind
  readonly name: string
  /** Full path of the file or folder. */
  readonly path: string
  /** Whole; cut and freed of keys before anybody sees it. */
  readonly content: string
  readonly notes?: readonly WireError[]
  readonly fate: Fate
}

/** `bring` throws an `AppError` and leaves nothing then. */
export type Fate =
  | { readonly state: 'new'; readonly bring: () => Promise<'brought' | 'there'> }
  | { readonly state: 'in_place' | 'there' }
  | { readonly state: 'cannot'; readonly problem: WireError }

export interface Place {
  readonly userHome: string
  /** `MEWCODE_HOME`. */
  readonly home: string
}

/** Looks for one kind of thing. */
export type Finder = (signal: AbortSignal) => Promise<readonly Found[]>

export function cannot(problem: AppError): Fate {
  return { state: 'cannot', problem: toWireError(problem) }
}
