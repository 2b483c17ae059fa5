import { useRef } from 'react'

/** Who opened the overlay that is open. One that opens as it closes has no opener of its own, and gives the focus back there. */
let handedOn: Element | null = null

/** Radix gives the focus back to its own trigger only; our overlays are opened by whatever the page likes. */
export function useFocusReturn() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      const { activeElement, body } = document
      opener.current = activeElement === body ? handedOn : activeElement
      handedOn = opener.current
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      handedOn = null
      // Whoever has taken the focus meanwhile, such as the screen just opened, keeps it.
      if (document.activeElement !== document.body) return
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
