import { useEffect, useRef } from 'react'
import { isFocusFree } from '#web/ui/is-focus-free.ts'

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
