import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isPageShortcut } from '#web/ui/kbd.tsx'

type ListShortcuts = {
  /** Its cards or table rows carry their id as `data-row`, and can be focused. */
  list: RefObject<HTMLElement | null>
  onOpen: (id: string) => void
  onToggle: (id: string, isRange: boolean) => void
  onSearch: () => void
  /** After j or k, with the row that has the focus now. */
  onMove?: (id: string) => void
  /** Further keys, which act on the row that has the focus. */
  actions?: Readonly<Record<string, (id: string) => void>>
}

/** Keys: j and k move between cards or rows, Enter opens, x selects, X selects a range, / focuses the search box. */
export function useListShortcuts({ list, onOpen, onToggle, onSearch, onMove, actions = {} }: ListShortcuts): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isPageShortcut(event)) return
    const rows = rowsOf(list.current)
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const id = rows[at]?.dataset['row']
    switch (event.key) {
      case '/':
        onSearch()
        break
      case 'j':
        focusRow(rows[at + 1], onMove)
        break
      case 'k':
        focusRow(rows[at - 1], onMove)
        break
      case 'x':
      case 'X':
        if (id) onToggle(id, event.key === 'X')
        break
      case 'Enter':
        if (!id || document.activeElement !== rows[at]) return
        onOpen(id)
        break
      default: {
        const act = actions[event.key]
        if (!act || !id) return
        act(id)
      }
    }
    event.preventDefault()
  })

  useEffect(() => {
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
}

function focusRow(row: HTMLElement | undefined, onMove?: (id: string) => void) {
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
  const id = row?.dataset['row']
  if (id) onMove?.(id)
}

/** Scrolls the list so that the row whose details are open beside it can be seen. */
export function useScrollToRow(list: RefObject<HTMLElement | null>, id: string | null): void {
  useEffect(() => {
    const row = id === null ? undefined : rowsOf(list.current).find(({ dataset }) => dataset['row'] === id)
    row?.scrollIntoView({ block: 'nearest' })
  }, [list, id])
}

const rowsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
