import { useState } from 'react'
import type { OrderRow } from '#contract/orders.ts'

export type OrderSelection = ReturnType<typeof useSelection>

/** The selected orders of the list. Orders that left the list are not selected; another filter clears the selection. */
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

/** Selected ids, and the id where a Shift range starts. */
type Selection = { ids: ReadonlySet<string>; anchor: string | null }

export const emptySelection: Selection = { ids: new Set(), anchor: null }

export const selectionOf = (ids: readonly string[]): Selection => ({ ids: new Set(ids), anchor: null })

export const toggle = (selection: Selection, id: string): Selection =>
  withMarked(selection, [id], { isPicked: !selection.ids.has(id), anchor: id })

/** Toggles every order between the anchor and this one, in list order; without an anchor, this one only. */
export function toggleRange(selection: Selection, id: string, listed: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : listed.indexOf(selection.anchor)
  const to = listed.indexOf(id)
  if (from === -1 || to === -1) return toggle(selection, id)
  const range = listed.slice(Math.min(from, to), Math.max(from, to) + 1)
  return withMarked(selection, range, { isPicked: !selection.ids.has(id), anchor: id })
}

type Mark = { isPicked: boolean; anchor: string }

function withMarked(selection: Selection, marked: readonly string[], { isPicked, anchor }: Mark): Selection {
  const ids = new Set(selection.ids)
  for (const id of marked) {
    if (isPicked) ids.add(id)
    else ids.delete(id)
  }
  return { ids, anchor }
}
