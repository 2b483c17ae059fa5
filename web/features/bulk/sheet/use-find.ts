import { useState } from 'react'
import { findRows, nextMatch } from './model/find.ts'
import { select } from './model/selection.ts'
import { setSelection } from './model/state.ts'
import type { SheetStore } from './sheet-store.ts'

export type FindState = ReturnType<typeof useFind>

/** `position` counts from 1; it is 0 where nothing matches. */
type FindPosition = { position: number; count: number }

/** Jumps from match to match, beginning with the active row while the term is typed. */
export function useFind(store: SheetStore) {
  const [term, setTerm] = useState('')
  const [found, setFound] = useState<FindPosition | null>(null)

  function jump(wanted: string, isBackwards: boolean, from: (activeRow: number) => number) {
    const { sheet, view, selection } = store.read()
    const matches = findRows(sheet, view, wanted)
    const row = nextMatch(matches, from(selection.active.row), isBackwards)
    setFound(
      wanted.trim() ? { position: row === undefined ? 0 : matches.indexOf(row) + 1, count: matches.length } : null,
    )
    if (row !== undefined)
      store.update((state) => setSelection(state, select({ row, column: state.selection.active.column })))
  }

  return {
    term,
    found,
    type(next: string) {
      setTerm(next)
      jump(next, false, (activeRow) => activeRow - 1)
    },
    next: (isBackwards: boolean) => jump(term, isBackwards, (activeRow) => activeRow),
  }
}
