import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { currentToast, subscribeToToasts } from './toast.ts'

/**
 * Loads the toaster on the first pointer or key event: no toast is needed before the person does something. By the time
 * there is one, the chunk is loaded, even if the connection has been lost since.
 */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  const toast = useSyncExternalStore(subscribeToToasts, currentToast)

  useEffect(() => {
    if (Toaster) return undefined
    const fetchIt = () => {
      // If loading fails, the next event or toast tries again.
      import('./toaster.tsx').then(({ Toaster: fetched }) => setToaster(() => fetched)).catch(() => {})
    }
    if (toast) fetchIt()
    addEventListener('pointerdown', fetchIt)
    addEventListener('keydown', fetchIt)
    return () => {
      removeEventListener('pointerdown', fetchIt)
      removeEventListener('keydown', fetchIt)
    }
  }, [Toaster, toast])

  return Toaster && <Toaster />
}
