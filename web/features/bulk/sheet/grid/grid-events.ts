import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
} from 'react'
import { flushSync } from 'react-dom'
import { clearSelection, copySelection, fillDown, fillTo, pasteText } from '../model/clipboard.ts'
import { startEditing } from '../model/edit.ts'
import { type CellPosition, clampToSize, type Motion, move, select, selectAll } from '../model/selection.ts'
import { gridSize, setSelection, type SheetState } from '../model/state.ts'
import { redo, undo } from '../model/undo.ts'
import type { SheetStore } from '../sheet-store.ts'
import { headerHeight } from './grid-styles.ts'
import { type Command, commandOf } from './keyboard.ts'

/** Shortcuts that are handled outside the grid, by the toolbar and the page. */
export type GridActions = { find: () => void; findNext: (isBackwards: boolean) => void; save: () => void }

export function useGridKeys(
  gridRef: RefObject<HTMLDivElement | null>,
  store: SheetStore,
  rowHeight: number,
  actions: GridActions,
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
      // Rendered synchronously, so that the character being typed lands in the cell's input.
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
        return actions.find()
      case 'find-next':
        return actions.findNext(command.isBackwards)
      case 'save':
        return actions.save()
    }
  }

  return (event: KeyboardEvent) => {
    const command = commandOf(event)
    if (!command) return
    if (command.name !== 'type') event.preventDefault()
    run(command)
  }
}

/**
 * Handles copy, cut and paste for the selected cells. Listens on the document: without a text selection, browsers
 * dispatch clipboard events to different elements.
 */
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
    // Safari enables Copy without a text selection only if the before… event is cancelled.
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

/** A mouse selects cells by click and drag; touch scrolls, a first tap selects a cell and a second one edits it. */
export function usePointer(gridRef: RefObject<HTMLDivElement | null>, store: SheetStore, rowHeight: number) {
  function onPointerDown(event: ReactPointerEvent) {
    const position = cellPosition(event.target)
    const grid = gridRef.current
    const isMouse = event.pointerType !== 'touch' && event.button === 0
    if (!position || !grid || !isMouse || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    grid.focus({ preventScroll: true })
    const isHandle = event.target instanceof Element && event.target.closest('[data-fill-handle]') !== null
    if (!isHandle) {
      store.update((state) =>
        setSelection(state, event.shiftKey ? { ...state.selection, head: position } : select(position)),
      )
    }
    startDrag({ kind: isHandle ? 'fill' : 'select', grid, store, rowHeight })
  }

  function edit(position: CellPosition) {
    flushSync(() => store.update((state) => startEditing(setSelection(state, select(position)), 'editing')))
  }

  function onDoubleClick({ target }: MouseEvent) {
    const position = cellPosition(target)
    if (position && !(target instanceof HTMLInputElement)) edit(position)
  }

  function onClick({ target, nativeEvent }: MouseEvent) {
    const position = cellPosition(target)
    const isTap = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
    if (!position || !isTap || target instanceof HTMLInputElement) return
    const { active } = store.read().selection
    if (active.row === position.row && active.column === position.column) edit(position)
    else store.update((state) => setSelection(state, select(position)))
  }

  return { onPointerDown, onDoubleClick, onClick }
}

function cellPosition(target: EventTarget): CellPosition | null {
  if (!(target instanceof Element)) return null
  const column = target.closest<HTMLElement>('[data-column]')?.dataset['column']
  const row = target.closest<HTMLElement>('[data-row]')?.dataset['row']
  return column === undefined || row === undefined ? null : { row: Number(row), column: Number(column) }
}

type Drag = { kind: 'select' | 'fill'; grid: HTMLElement; store: SheetStore; rowHeight: number }

/**
 * Extends the selection or the fill range until the button is released. Listens on the window, so the pointer may leave
 * the grid.
 */
function startDrag({ kind, grid, store, rowHeight }: Drag): void {
  const pointer = { x: 0, y: 0 }
  let frame = 0

  const follow = () => {
    const position = clampToSize(positionAt(grid, pointer, rowHeight), gridSize(store.read()))
    store.update((state) => (kind === 'fill' ? dragFillHandle(state, position.row) : dragSelection(state, position)))
    // Repeats with every animation frame: at the edge the grid scrolls while the pointer does not move.
    frame = requestAnimationFrame(follow)
  }
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    Object.assign(pointer, { x: clientX, y: clientY })
    if (frame === 0) follow()
  }
  const onEnd = () => {
    window.removeEventListener('pointermove', onMove)
    window.removeEventListener('pointerup', onEnd)
    window.removeEventListener('pointercancel', onEnd)
    cancelAnimationFrame(frame)
    store.update((state) => (state.fillTo === null ? state : fillTo(state, state.fillTo)))
  }

  window.addEventListener('pointermove', onMove)
  window.addEventListener('pointerup', onEnd)
  window.addEventListener('pointercancel', onEnd)
}

function dragFillHandle(state: SheetState, row: number): SheetState {
  return state.fillTo === row ? state : { ...state, fillTo: row, scrollTarget: { ...state.selection.head, row } }
}

function dragSelection(state: SheetState, head: SheetState['selection']['head']): SheetState {
  const { selection } = state
  const isThere = selection.head.row === head.row && selection.head.column === head.column
  return isThere ? state : setSelection(state, { ...selection, head })
}

/** The cell at a point, computed from the geometry: also outside the grid and for rows not rendered. */
function positionAt(grid: HTMLElement, { x, y }: { x: number; y: number }, rowHeight: number): CellPosition {
  const box = grid.getBoundingClientRect()
  const row = Math.floor((y - box.top - grid.clientTop - headerHeight + grid.scrollTop) / rowHeight)
  const [first, ...others] = grid.querySelectorAll<HTMLElement>('[role=columnheader]')
  const fromLeft = x - box.left - grid.clientLeft
  if (fromLeft < (first?.offsetWidth ?? 0)) return { row, column: 0 }
  const column = others.findLastIndex((heading) => heading.offsetLeft <= fromLeft + grid.scrollLeft)
  return { row, column: column + 1 }
}
