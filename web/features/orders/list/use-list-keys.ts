import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isKeyForPage } from '#web/shared/is-key-for-page.ts'

type ListKeys = {
  list: RefObject<HTMLElement | null>
  onOpen: (orderId: string) => void
  onToggle: (orderId: string, isRange: boolean) => void
  onSearch: () => void
}

/** j and k move from card to card, Enter opens one, x picks it, X all up to it, / goes to the search box. */
export function useListKeys({ list, onOpen, onToggle, onSearch }: ListKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isKeyForPage(event)) return
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-order]') ?? [])]
    const at = cards.findIndex((card) => card.contains(document.activeElement))
    const orderId = cards[at]?.dataset['order']
    switch (event.key) {
      case '/':
        onSearch()
        break
      case 'j':
        reveal(cards[at + 1])
        break
      case 'k':
        reveal(cards[at - 1])
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

function reveal(card: HTMLElement | undefined) {
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
}
