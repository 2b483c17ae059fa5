import { useEffect, useRef } from 'react'

/** Who opened the overlay that is open. One that opens as it closes has no opener of its own, and gives the focus back there. */
let handedOn: Element | null = null

/** Radix gives the focus back to its own trigger only; our overlays are opened by whatever the page likes. */
export function useFocusReturn() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      const { activeElement, body } = document
      opener.current = activeElement === body ? handedOn : activeElement
      handedOn = opener.current
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      handedOn = null
      // Whoever has taken the focus meanwhile, such as the screen just opened, keeps it.
      if (document.activeElement !== document.body) return
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}

/** Milliseconds: the dialog in which the work was confirmed closes first. */
const overlaysClosed = 50

/** A button that goes away once it has done its work drops the focus; the element with this ref takes it over. */
export function useFocusFallback<Fallback extends HTMLElement>(isButtonGone: boolean) {
  const fallback = useRef<Fallback>(null)
  const wasGone = useRef(isButtonGone)

  useEffect(() => {
    const hasGone = isButtonGone && !wasGone.current
    wasGone.current = isButtonGone
    if (!hasGone) return
    const timer = setTimeout(() => {
      if (isFocusFree()) fallback.current?.focus({ preventScroll: true })
    }, overlaysClosed)
    return () => clearTimeout(timer)
  }, [isButtonGone])

  return fallback
}

/** Milliseconds: the dialog in which the work was done closes first. */
const dialogClosed = 50

/** What has been seen to leaves the list and drops the focus; the list takes it over, or the screen once it is gone. */
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

/** Nobody is at work anywhere: the focus fell off with what had it, or lies where arriving on the screen put it. */
export const isFocusFree = () => document.activeElement?.matches('body, main, h1') ?? true
