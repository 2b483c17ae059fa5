import { useRef } from 'react'

/** Radix gives the focus back to its own trigger only; our overlays are opened by whatever the page likes. */
export function useFocusReturn() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // Whoever has taken the focus meanwhile, such as the screen just opened, keeps it.
      if (document.activeElement !== document.body) return
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
