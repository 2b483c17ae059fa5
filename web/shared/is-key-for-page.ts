const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
const inputs = 'input:not([type="checkbox"]), textarea, [contenteditable="true"], [role="combobox"], [role="grid"]'

/** A key without others, pressed while nobody types and nothing lies over the page. */
export function isPageShortcut({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false
  if (target instanceof Element && target.closest(inputs)) return false
  return document.querySelector(overlays) === null
}
