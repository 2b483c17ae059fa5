import type { KeyboardEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { clearSelection, fillDown } from '../model/blocks.ts'
import { startEditing } from '../model/editing.ts'
import { type Command, commandOf } from '../model/keys.ts'
import { move, type Motion, selectAll } from '../model/selection.ts'
import { setSelection, gridSize } from '../model/state.ts'
import { redo, undo } from '../model/undo.ts'
import type { SheetStore } from '../sheet-store.ts'
import { headerHeight } from './grid-look.ts'

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
