import { type RefObject, useEffect } from 'react'
import { clearSelection, copySelection, pasteText } from '../model/blocks.ts'
import type { SheetStore } from '../sheet-store.ts'

/** On the document, because an event without a text selection goes to whatever element the browser thinks of. */
export function useClipboard(gridRef: RefObject<HTMLDivElement | null>, store: SheetStore): void {
  useEffect(() => {
    const isOurs = () => document.activeElement === gridRef.current
    const copy = (event: ClipboardEvent) => {
      if (!isOurs()) return
      event.clipboardData?.setData('text/plain', copySelection(store.read()))
      event.preventDefault()
      if (event.type === 'cut') store.update(clearSelection)
    }
    const paste = (event: ClipboardEvent) => {
      if (!isOurs()) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      event.preventDefault()
      store.update((state) => pasteText(state, text))
    }
    // Safari copies without a text selection only where it was told beforehand that there is something to copy.
    const allow = (event: Event) => {
      if (isOurs()) event.preventDefault()
    }
    const listeners = { copy, cut: copy, paste, beforecopy: allow, beforecut: allow, beforepaste: allow }
    const entries = Object.entries(listeners) as [string, (event: Event) => void][]
    for (const [name, listener] of entries) document.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of entries) document.removeEventListener(name, listener)
    }
  }, [gridRef, store])
}
