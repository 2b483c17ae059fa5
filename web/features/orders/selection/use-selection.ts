import { useState } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { selectionOf, emptySelection, toggle, toggleRange } from './selection.ts'

export type OrderSelection = ReturnType<typeof useSelection>

/** The orders that are picked; what is not on the screen is never among them. */
export function useSelection(rows: readonly OrderRow[], listKey: string) {
  const [selection, setSelection] = useState(emptySelection)
  const [knownKey, setKnownKey] = useState(listKey)
  const listed = rows.map(({ id }) => id)
  const picked = rows.filter(({ id }) => selection.ids.has(id))

  if (listKey !== knownKey) {
    setKnownKey(listKey)
    setSelection(emptySelection)
  }

  return {
    orders: picked,
    isAll: rows.length > 0 && picked.length === rows.length,
    has: (id: string) => selection.ids.has(id),
    toggle: (id: string, isRange: boolean) =>
      setSelection((before) => (isRange ? toggleRange(before, id, listed) : toggle(before, id))),
    selectAll: () => setSelection(selectionOf(listed)),
    clear: () => setSelection(emptySelection),
  }
}
