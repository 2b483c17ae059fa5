/** Ids that are picked, and the one from which a range is counted. */
type Selection = { ids: ReadonlySet<string>; anchor: string | null }

export const emptySelection: Selection = { ids: new Set(), anchor: null }

export const selectionOf = (ids: readonly string[]): Selection => ({ ids: new Set(ids), anchor: null })

/** Picks one, or drops it if it was picked. */
export const toggle = (selection: Selection, id: string): Selection =>
  withMarked(selection, [id], { isPicked: !selection.ids.has(id), anchor: id })

/** The same for all from the one toggled before to this one, in the order of the list. */
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
