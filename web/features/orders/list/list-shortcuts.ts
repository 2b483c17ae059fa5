import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isPageShortcut } from '#web/ui/kbd.tsx'

type ListShortcuts = {
  list: RefObject<HTMLElement | null>
  onOpen: (orderId: string) => void
  onToggle: (orderId: string, isRange: boolean) => void
  onSearch: () => void
}

/** Keys: j and k move between cards, Enter opens, x selects, X selects a range, / focuses the search box. */
export function useListShortcuts({ list, onOpen, onToggle, onSearch }: ListShortcuts): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isPageShortcut(event)) return
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-order]') ?? [])]
    const at = cards.findIndex((card) => card.contains(document.activeElement))
    const orderId = cards[at]?.dataset['order']
    switch (event.key) {
      case '/':
        onSearch()
        break
      case 'j':
        focusCard(cards[at + 1])
        break
      case 'k':
        focusCard(cards[at - 1])
        break
      case 'x':
      case 'X':
        if (orderId) onToggle(orderId, event.key === 'X')
        break
      case 'Enter':
        if (!orderId || document.activeElement !== cards[at]) return
        onOpen(orderId)
        break
      default:
        return
    }
    event.preventDefault()
  })

  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function focusCard(card: HTMLElement | undefined) {
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
}
