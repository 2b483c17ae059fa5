import { fillTo } from '../model/clipboard.ts'
import { type CellPosition, clampToSize } from '../model/selection.ts'
import { gridSize, setSelection, type SheetState } from '../model/state.ts'
import type { SheetStore } from '../sheet-store.ts'
import { headerHeight } from './grid-styles.ts'

export type DragKind = 'select' | 'fill'

type Drag = { kind: DragKind; grid: HTMLElement; store: SheetStore; rowHeight: number }

/** Follows the mouse until its button is let go; listens on the window, so that it may leave the frame. */
export function startDrag({ kind, grid, store, rowHeight }: Drag): void {
  const pointer = { x: 0, y: 0 }
  let frame = 0

  const follow = () => {
    const place = clampToSize(positionAt(grid, pointer, rowHeight), gridSize(store.read()))
    store.update((state) => (kind === 'fill' ? pullHandle(state, place.row) : pullSelection(state, place)))
    // Again with every frame: at the edge the rows move on under a mouse that stands still.
    frame = requestAnimationFrame(follow)
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    Object.assign(pointer, { x: clientX, y: clientY })
    if (frame === 0) follow()
  }
  const end = () => {
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', end)
    window.removeEventListener('pointercancel', end)
    cancelAnimationFrame(frame)
    store.update((state) => (state.fillTo === null ? state : fillTo(state, state.fillTo)))
  }

  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', end)
  window.addEventListener('pointercancel', end)
}

function pullHandle(state: SheetState, row: number): SheetState {
  return state.fillTo === row ? state : { ...state, fillTo: row, scrollTarget: { ...state.selection.head, row } }
}

function pullSelection(state: SheetState, head: SheetState['selection']['head']): SheetState {
  const { selection } = state
  const isThere = selection.head.row === head.row && selection.head.column === head.column
  return isThere ? state : setSelection(state, { ...selection, head })
}

/** The cell under a point, reckoned from the frame: also for points outside of it and rows that aren't drawn. */
function positionAt(grid: HTMLElement, { x, y }: { x: number; y: number }, rowHeight: number): CellPosition {
  const frame = grid.getBoundingClientRect()
  const row = Math.floor((y - frame.top - grid.clientTop - headerHeight + grid.scrollTop) / rowHeight)
  const [first, ...others] = grid.querySelectorAll<HTMLElement>('[role=columnheader]')
  const fromLeft = x - frame.left - grid.clientLeft
  if (fromLeft < (first?.offsetWidth ?? 0)) return { row, column: 0 }
  const column = others.findLastIndex((heading) => heading.offsetLeft <= fromLeft + grid.scrollLeft)
  return { row, column: column + 1 }
}
