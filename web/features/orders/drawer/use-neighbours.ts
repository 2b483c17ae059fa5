import { type RefObject, useEffect } from 'react'

type NeighbourOptions = {
  orderIds: readonly string[]
  orderId: string
  onSwap: (orderId: string) => void
  /** Something inside the drawer: keys that are pressed in what lies over it are not for the drawer. */
  within: RefObject<HTMLElement | null>
}

export type Neighbours = ReturnType<typeof useNeighbours>

/** The orders before and after the open one in its list, by button and by the keys k and j. */
export function useNeighbours({ orderIds, orderId, onSwap, within }: NeighbourOptions) {
  const index = orderIds.indexOf(orderId)
  const previous = index > 0 ? orderIds[index - 1] : undefined
  const next = index >= 0 ? orderIds[index + 1] : undefined

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const drawer = within.current?.closest('[role="dialog"]')
      if (!(event.target instanceof Node) || !drawer?.contains(event.target)) return
      const targetId = { k: previous, j: next }[event.key]
      if (targetId) onSwap(targetId)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [previous, next, onSwap, within])

  return {
    /** Null where the order is not in the list, such as one that was opened by its link. */
    position: index >= 0 ? { at: index + 1, of: orderIds.length } : null,
    toPrevious: previous ? () => onSwap(previous) : null,
    toNext: next ? () => onSwap(next) : null,
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
