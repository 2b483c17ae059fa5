import { useRef } from 'react'

/**
 * Does a change once at a time, however often its button is pressed: a double click can be faster than the `isPending` that
 * would stop it, and its second half would be told a refusal. What goes wrong, the change's own toast says.
 */
export function useSingleFlight() {
  const isRunning = useRef(false)

  async function make(change: () => Promise<unknown>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    await change().catch(() => undefined)
    isRunning.current = false
  }

  return (change: () => Promise<unknown>): void => void make(change)
}
