import Search from 'lucide-react/icons/search'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { Input } from '#web/ui/field.tsx'
import { select } from './model/selection.ts'
import { findRows, nextMatch, setSelection } from './model/state.ts'
import type { SheetStore } from './sheet-store.ts'

export type FindState = ReturnType<typeof useFind>

/** `position` is 1-based; 0 means no match. */
type FindPosition = { position: number; count: number }

/** State of the find box. Typing selects the first match at or after the active row; `next` goes on from there. */
export function useFind(store: SheetStore) {
  const [term, setTerm] = useState('')
  const [found, setFound] = useState<FindPosition | null>(null)

  function jump(searchTerm: string, isBackwards: boolean, from: (activeRow: number) => number) {
    const { sheet, view, selection } = store.read()
    const matches = findRows(sheet, view, searchTerm)
    const row = nextMatch(matches, from(selection.active.row), isBackwards)
    setFound(
      searchTerm.trim() ? { position: row === undefined ? 0 : matches.indexOf(row) + 1, count: matches.length } : null,
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

type FindBoxProps = { find: FindState; inputRef: RefObject<HTMLInputElement | null>; onLeave: () => void }

export function FindBox({ find, inputRef, onLeave }: FindBoxProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' || event.key === 'F3') find.next(event.shiftKey)
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
  }

  return (
    <div className="relative w-full sm:w-72">
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <Input
        ref={inputRef}
        type="search"
        aria-label={t('Find a SKU or title')}
        placeholder={t('Find a SKU or title')}
        value={find.term}
        onChange={(event) => find.type(event.target.value)}
        onKeyDown={onKeyDown}
        className="pr-24 pl-9"
      />
      <output className="pointer-events-none absolute top-1/2 right-8 -translate-y-1/2 text-xs text-muted">
        {find.found && (find.found.count === 0 ? t('Not found') : positionOf(find.found))}
      </output>
    </div>
  )
}

const positionOf = ({ position, count }: { position: number; count: number }) =>
  t('{position} of {count}', { position, count })
