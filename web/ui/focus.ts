import { useEffect, useRef } from 'react'

/**
 * Element that opened the present overlay. An overlay that opens while this one closes has no focused opener of its own
 * and inherits it.
 */
let inheritedOpener: Element | null = null

/**
 * Returns the focus to the element that had it when an overlay opened. Radix does that for its own trigger only, which
 * our overlays don't have.
 */
export function useFocusReturn() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      const { activeElement, body } = document
      opener.current = activeElement === body ? inheritedOpener : activeElement
      inheritedOpener = opener.current
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      inheritedOpener = null
      // An element that took the focus meanwhile, such as the heading of a new screen, keeps it.
      if (document.activeElement !== document.body) return
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}

/** Milliseconds before the focus is moved: the dialog in which the action was confirmed closes first. */
const dialogClosed = 50

/**
 * Focuses the element with this ref when a button disappears after its action and would leave the focus on the body.
 */
export function useFocusFallback<Fallback extends HTMLElement>(isButtonGone: boolean) {
  const fallback = useRef<Fallback>(null)
  const wasGone = useRef(isButtonGone)

  useEffect(() => {
    const hasGone = isButtonGone && !wasGone.current
    wasGone.current = isButtonGone
    if (!hasGone) return
    const timer = setTimeout(() => {
      if (isFocusFree()) fallback.current?.focus({ preventScroll: true })
    }, dialogClosed)
    return () => clearTimeout(timer)
  }, [isButtonGone])

  return fallback
}

/** Focuses the list when an item that had the focus was removed from it, or `main` when the list itself is gone. */
export function useFocusAfterRemoval<List extends HTMLElement>(count: number) {
  const list = useRef<List>(null)
  const countBefore = useRef(count)

  useEffect(() => {
    const isShorter = count < countBefore.current
    countBefore.current = count
    if (!isShorter) return
    const timer = setTimeout(() => {
      if (!isFocusFree()) return
      const fallback = list.current ?? document.querySelector<HTMLElement>('main')
      fallback?.focus({ preventScroll: true })
    }, dialogClosed)
    return () => clearTimeout(timer)
  }, [count])

  return list
}

/** Whether no control has the focus: it is on the body, or where a navigation put it (main, h1). */
export const isFocusFree = () => document.activeElement?.matches('body, main, h1') ?? true
