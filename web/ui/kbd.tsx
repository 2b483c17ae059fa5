import type { ReactNode } from 'react'

/** A key of a keyboard shortcut. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex min-w-6 justify-center rounded-sm border border-line-strong/60 bg-sunken px-1.5 py-0.5 font-sans text-xs font-medium text-muted">
      {children}
    </kbd>
  )
}

/** Name of the command key on this platform. */
export const controlKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

const inputs = 'input:not([type="checkbox"]), textarea, [contenteditable="true"], [role="combobox"], [role="grid"]'

/** Whether a key press is a page shortcut: no modifier, no focused input, and no open overlay. */
export function isPageShortcut({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false
  if (target instanceof Element && target.closest(inputs)) return false
  return document.querySelector(overlays) === null
}
