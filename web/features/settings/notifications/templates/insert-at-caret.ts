export type TextBox = HTMLInputElement | HTMLTextAreaElement

/** Puts a text where the caret stands, in the place of what is selected, and leaves the caret behind it. */
export function insertAtCaret(box: TextBox, text: string): void {
  const { selectionStart, selectionEnd, value } = box
  box.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end')
  // As if it had been typed, so that the form hears of it.
  box.dispatchEvent(new Event('input', { bubbles: true }))
  box.focus()
}

/** Where no caret has been put yet. */
export function insertAtEnd(box: TextBox, text: string): void {
  box.setSelectionRange(box.value.length, box.value.length)
  insertAtCaret(box, text)
}
