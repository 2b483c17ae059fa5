import { type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { clearSelection, copySelection, fillDown, pasteText } from '../model/clipboard.ts'
import { startEditing } from '../model/edit.ts'
import { type CellPosition, type Motion, move, select, selectAll } from '../model/selection.ts'
import { gridSize, setSelection } from '../model/state.ts'
import { redo, undo } from '../model/undo.ts'
import type { SheetStore } from '../sheet-store.ts'
import { startDrag } from './drag.ts'
import { headerHeight } from './grid-styles.ts'
import { type Command, commandOf } from './keyboard.ts'

/** What the sheet asks of what stands around it. */
export type GridActions = { find: () => void; findNext: (isBackwards: boolean) => void; save: () => void }

export function useGridKeys(
  gridRef: RefObject<HTMLDivElement | null>,
  store: SheetStore,
  rowHeight: number,
  calls: GridActions,
) {
  const go = (motion: Motion, extend: boolean) =>
    store.update((state) => setSelection(state, move(state.selection, motion, gridSize(state), extend)))
  const rowsInSight = () =>
    Math.max(1, Math.floor(((gridRef.current?.clientHeight ?? 0) - headerHeight) / rowHeight) - 1)

  function run(command: Command): void {
    switch (command.name) {
      case 'move':
        return go(command.motion, command.extend)
      case 'page':
        return go({ rows: command.direction * rowsInSight() }, command.extend)
      case 'edit':
        return flushSync(() => store.update((state) => startEditing(state, 'editing')))
      // Drawn at once: the character that is being typed then lands in the cell's own input.
      case 'type':
        return flushSync(() => store.update((state) => startEditing(state, 'typing')))
      case 'select-all':
        return store.update((state) => ({ ...state, selection: selectAll(gridSize(state)), notice: '' }))
      case 'clear':
        return store.update(clearSelection)
      case 'fill-down':
        return store.update(fillDown)
      case 'undo':
        return store.update(undo)
      case 'redo':
        return store.update(redo)
      case 'find':
        return calls.find()
      case 'find-next':
        return calls.findNext(command.isBackwards)
      case 'save':
        return calls.save()
    }
  }

  return (event: KeyboardEvent) => {
    const command = commandOf(event)
    if (!command) return
    if (command.name !== 'type') event.preventDefault()
    run(command)
  }
}

/** On the document, because an event without a text selection goes to whatever element the browser thinks of. */
export function useClipboard(gridRef: RefObject<HTMLDivElement | null>, store: SheetStore): void {
  useEffect(() => {
    const isOurs = () => document.activeElement === gridRef.current
    const copy = (event: ClipboardEvent) => {
      if (!isOurs()) return
      event.clipboardData?.setData('text/plain', copySelection(store.read()))
      event.preventDefault()
      if (event.type === 'cut') store.update(clearSelection)
    }
    const paste = (event: ClipboardEvent) => {
      if (!isOurs()) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      event.preventDefault()
      store.update((state) => pasteText(state, text))
    }
    // Safari copies without a text selection only where it was told beforehand that there is something to copy.
    const allow = (event: Event) => {
      if (isOurs()) event.preventDefault()
    }
    const listeners = { copy, cut: copy, paste, beforecopy: allow, beforecut: allow, beforepaste: allow }
    const entries = Object.entries(listeners) as [string, (event: Event) => void][]
    for (const [name, listener] of entries) document.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of entries) document.removeEventListener(name, listener)
    }
  }, [gridRef, store])
}

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
