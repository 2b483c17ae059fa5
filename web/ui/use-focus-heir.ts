import { useEffect, useRef } from 'react'
import { isFocusFree } from './is-focus-free.ts'

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
