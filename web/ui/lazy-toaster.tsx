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
    const load = () => {
      // If loading fails, the next event or toast tries again.
      import('./toaster.tsx').then(({ Toaster: loaded }) => setToaster(() => loaded)).catch(() => {})
    }
    if (toast) load()
    addEventListener('pointerdown', load)
    addEventListener('keydown', load)
    return () => {
      removeEventListener('pointerdown', load)
      removeEventListener('keydown', load)
    }
  }, [Toaster, toast])

  return Toaster && <Toaster />
}
