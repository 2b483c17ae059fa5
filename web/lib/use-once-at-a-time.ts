import { useRef } from 'react'

/**
 * Does a change once at a time, however often its button is pressed: a double click can be faster than the `isPending` that
 * would stop it, and its second half would be told a refusal. What goes wrong, the change's own toast says.
 */
export function useOnceAtATime() {
  const isUnderWay = useRef(false)

  async function make(change: () => Promise<unknown>): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    await change().catch(() => undefined)
    isUnderWay.current = false
  }

  return (change: () => Promise<unknown>): void => void make(change)
}
