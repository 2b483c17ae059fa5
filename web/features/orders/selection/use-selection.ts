import { useState } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { everyOne, nothing, toggle, toggleRange } from './selection.ts'

export type OrderSelection = ReturnType<typeof useSelection>

/** The orders that are picked; what is not on the screen is never among them. */
export function useSelection(rows: readonly OrderRow[], listKey: string) {
  const [selection, setSelection] = useState(nothing)
  const [knownKey, setKnownKey] = useState(listKey)
  const listed = rows.map(({ id }) => id)
  const picked = rows.filter(({ id }) => selection.ids.has(id))

  if (listKey !== knownKey) {
    setKnownKey(listKey)
    setSelection(nothing)
  }

  return {
    orders: picked,
    isAll: rows.length > 0 && picked.length === rows.length,
    has: (id: string) => selection.ids.has(id),
    toggle: (id: string, isRange: boolean) =>
      setSelection((before) => (isRange ? toggleRange(before, id, listed) : toggle(before, id))),
    selectAll: () => setSelection(everyOne(listed)),
    clear: () => setSelection(nothing),
  }
}
