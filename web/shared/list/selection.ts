import { useState } from 'react'

export type ListSelection<Row extends { id: string } = { id: string }> = ReturnType<typeof useSelection<Row>>

/**
 * The selected rows of a list, or all of its `total` rows that match its filter, also those that are not loaded. Rows that left the list
 * are not selected; another filter (`listKey`) clears the selection.
 */
export function useSelection<Row extends { id: string }>(
  listed: readonly Row[],
  listKey: string,
  total = listed.length,
) {
  const [selection, setSelection] = useState(emptySelection)
  const [matching, setMatching] = useState<{ listedAt: string } | null>(null)
  const [knownKey, setKnownKey] = useState(listKey)
  const ids = listed.map(({ id }) => id)
  const rows = matching ? listed : listed.filter(({ id }) => selection.ids.has(id))

  if (listKey !== knownKey) {
    setKnownKey(listKey)
    change(() => emptySelection)
  }

  /** A change to single rows starts from those that are listed. */
  function change(next: (before: Selection) => Selection) {
    setMatching(null)
    setSelection((before) => next(matching ? selectionOf(ids) : before))
  }

  return {
    /** Those of the selected rows that are loaded. */
    rows,
    /** When the list was read of which all rows are selected; null while single rows are. */
    matching,
    count: matching ? total : rows.length,
    isAll: listed.length > 0 && rows.length === listed.length,
    has: (id: string) => matching !== null || selection.ids.has(id),
    toggle: (id: string, isRange: boolean) =>
      change((before) => (isRange ? toggleRange(before, id, ids) : toggle(before, id))),
    selectAll: () => change(() => selectionOf(ids)),
    selectMatching: () => setMatching({ listedAt: new Date().toISOString() }),
    clear: () => change(() => emptySelection),
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
