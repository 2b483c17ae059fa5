type Toast = { id: number; title: string; description?: string; variant: 'default' | 'destructive' }

type ToastInput = { title: string; description?: string | undefined; variant?: Toast['variant'] | undefined }

let current: Toast | undefined
let lastId = 0
const listeners = new Set<() => void>()

function show(next: Toast | undefined) {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast. Only one is visible: a new one replaces the last. */
export function toast({ title, description, variant = 'default' }: ToastInput) {
  lastId += 1
  show({ id: lastId, title, variant, ...(description ? { description } : {}) })
}

export function dismissToast(id: number) {
  if (current?.id === id) show(undefined)
}

export function currentToast() {
  return current
}

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
