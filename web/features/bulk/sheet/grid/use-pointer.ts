import type { MouseEvent, PointerEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { startEditing } from '../model/editing.ts'
import { type CellPosition, select } from '../model/selection.ts'
import { setSelection } from '../model/state.ts'
import type { SheetStore } from '../sheet-store.ts'
import { startDrag } from './start-drag.ts'

/** A mouse selects and pulls out blocks; a finger scrolls, and taps twice to edit. */
export function usePointer(gridRef: RefObject<HTMLDivElement | null>, store: SheetStore, rowHeight: number) {
  function onPointerDown(event: PointerEvent) {
    const place = cellPosition(event.target)
    const grid = gridRef.current
    const isMouse = event.pointerType !== 'touch' && event.button === 0
    if (!place || !grid || !isMouse || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    grid.focus({ preventScroll: true })
    const isHandle = event.target instanceof Element && event.target.closest('[data-fill-handle]') !== null
    if (!isHandle) {
      store.update((state) => setSelection(state, event.shiftKey ? { ...state.selection, head: place } : select(place)))
    }
    startDrag({ kind: isHandle ? 'fill' : 'select', grid, store, rowHeight })
  }

  function edit(place: CellPosition) {
    flushSync(() => store.update((state) => startEditing(setSelection(state, select(place)), 'editing')))
  }

  function onDoubleClick({ target }: MouseEvent) {
    const place = cellPosition(target)
    if (place && !(target instanceof HTMLInputElement)) edit(place)
  }

  function onClick({ target, nativeEvent }: MouseEvent) {
    const place = cellPosition(target)
    const isTap = nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === 'touch'
    if (!place || !isTap || target instanceof HTMLInputElement) return
    const { active } = store.read().selection
    if (active.row === place.row && active.column === place.column) edit(place)
    else store.update((state) => setSelection(state, select(place)))
  }

  return { onPointerDown, onDoubleClick, onClick }
}

function cellPosition(target: EventTarget): CellPosition | null {
  if (!(target instanceof Element)) return null
  const column = target.closest<HTMLElement>('[data-column]')?.dataset['column']
  const row = target.closest<HTMLElement>('[data-row]')?.dataset['row']
  return column === undefined || row === undefined ? null : { row: Number(row), column: Number(column) }
}
