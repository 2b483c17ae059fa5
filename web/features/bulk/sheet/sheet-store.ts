import { createContext, useContext, useRef, useSyncExternalStore } from 'react'
import { initialState, type SheetState } from './model/state.ts'

export type SheetStore = {
  read: () => SheetState
  update: (change: (state: SheetState) => SheetState) => void
  subscribe: (listener: () => void) => () => void
}

/** Under which unsaved edits are kept (`web/shared/drafts.tsx`). */
export const sheetDraft = 'sheet'

/** External store: a changed cell re-renders its own row only. */
export function createSheetStore(lock: string | null): SheetStore {
  let state = initialState(lock)
  const listeners = new Set<() => void>()
  return {
    read: () => state,
    update(change) {
      const next = change(state)
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const SheetContext = createContext<SheetStore | null>(null)

export function useSheetStore(): SheetStore {
  const store = useContext(SheetContext)
  if (!store) throw new Error('useSheetStore needs a SheetContext above it')
  return store
}

/** Selects a part of the state. `pick` must return the same reference for the same state, or a primitive. */
export function useSheet<Part>(pick: (state: SheetState) => Part): Part {
  const store = useSheetStore()
  return useSyncExternalStore(store.subscribe, () => pick(store.read()))
}

/** Selects an object of parts, compared shallowly. */
export function useSheetParts<Parts extends object>(pick: (state: SheetState) => Parts): Parts {
  const store = useSheetStore()
  const last = useRef<Parts>(undefined)
  return useSyncExternalStore(store.subscribe, () => {
    const next = pick(store.read())
    if (!last.current || !sameParts(last.current, next)) last.current = next
    return last.current
  })
}

function sameParts<Parts extends object>(one: Parts, other: Parts): boolean {
  return (Object.keys(one) as (keyof Parts)[]).every((name) => one[name] === other[name])
}
