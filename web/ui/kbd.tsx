import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'

/** A key of a keyboard shortcut. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex min-w-6 justify-center rounded-sm border border-line-strong/60 bg-sunken px-1.5 py-0.5 font-sans text-xs font-medium text-muted">
      {children}
    </kbd>
  )
}

/** Name of the command key on this platform. */
export const controlKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : t('Ctrl')

/** Not a drawer that leaves the page beside it alive. */
const overlays = '[role="dialog"]:not([data-beside]), [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Letters mean nothing to boxes, days and closed selects, which keep the focus after a filter was chosen. */
const inputs = [
  'input:not([type="checkbox"], [type="radio"], [type="date"])',
  'textarea',
  '[contenteditable="true"]',
  '[role="combobox"]:not(button[aria-expanded="false"])',
  '[role="grid"]',
  '[role="dialog"]',
].join()

/**
 * Whether a key press is a page shortcut: no modifier, no focused input, and no open overlay. Ask in the capture phase and prevent the
 * default: a closed select would choose an option by the letter.
 */
export function isPageShortcut({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false
  if (target instanceof Element && target.closest(inputs)) return false
  return document.querySelector(overlays) === null
}
