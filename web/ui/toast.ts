export type ToastAction = { label: string; onSelect: () => void }

type Toast = {
  id: number
  title: string
  description?: string
  variant: 'default' | 'destructive'
  /** The next step, such as Undo, as a button. */
  action?: ToastAction
}

type ToastInput = {
  title: string
  description?: string | undefined
  variant?: Toast['variant'] | undefined
  action?: ToastAction | undefined
}

let current: Toast | undefined
let lastId = 0
const listeners = new Set<() => void>()

function show(next: Toast | undefined) {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast. Only one is visible: a new one replaces the last. */
export function toast({ title, description, variant = 'default', action }: ToastInput) {
  lastId += 1
  show({ id: lastId, title, variant, ...(description ? { description } : {}), ...(action ? { action } : {}) })
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
