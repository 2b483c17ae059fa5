import type { Motion } from '../model/selection.ts'
import type { Editing } from '../model/state.ts'

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

export type Command =
  | { name: 'move'; motion: Motion; extend: boolean }
  | { name: 'page'; direction: 1 | -1; extend: boolean }
  | { name: 'find-next'; isBackwards: boolean }
  | { name: 'edit' | 'type' | 'clear' | 'select-all' | 'fill-down' | 'undo' | 'redo' | 'find' | 'save' }

const arrows: Readonly<Record<string, Motion>> = {
  ArrowUp: { rows: -1 },
  ArrowDown: { rows: 1 },
  ArrowLeft: { columns: -1 },
  ArrowRight: { columns: 1 },
}

const edges: Readonly<Record<string, Motion>> = {
  ArrowUp: { rows: -Infinity },
  ArrowDown: { rows: Infinity },
  ArrowLeft: { columns: -Infinity },
  ArrowRight: { columns: Infinity },
  Home: { rows: -Infinity, columns: -Infinity },
  End: { rows: Infinity, columns: Infinity },
}

const rowEnds: Readonly<Record<string, Motion>> = { Home: { columns: -Infinity }, End: { columns: Infinity } }

/** The grid command of a key while no cell is being edited; null leaves the key to the browser. */
export function commandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): Command | null {
  // AltGr, which types characters on many keyboards, is reported as Ctrl+Alt.
  if (altKey) return isCharacter(key) ? { name: 'type' } : null
  if (ctrlKey || metaKey) return withControl(key, shiftKey)
  const motion = arrows[key] ?? rowEnds[key]
  if (motion) return { name: 'move', motion, extend: shiftKey }
  return plainCommand(key, shiftKey)
}

function plainCommand(key: string, shiftKey: boolean): Command | null {
  switch (key) {
    case 'PageDown':
      return { name: 'page', direction: 1, extend: shiftKey }
    case 'PageUp':
      return { name: 'page', direction: -1, extend: shiftKey }
    case 'Enter':
    case 'F2':
      return { name: 'edit' }
    case 'Delete':
    case 'Backspace':
      return { name: 'clear' }
    case 'F3':
      return { name: 'find-next', isBackwards: shiftKey }
    default:
      return isCharacter(key) ? { name: 'type' } : null
  }
}

function withControl(key: string, shiftKey: boolean): Command | null {
  const motion = edges[key]
  if (motion) return { name: 'move', motion, extend: shiftKey }
  switch (key.toLowerCase()) {
    case 'a':
      return { name: 'select-all' }
    case 'd':
      return { name: 'fill-down' }
    case 'z':
      return { name: shiftKey ? 'redo' : 'undo' }
    case 'y':
      return { name: 'redo' }
    case 'f':
      return { name: 'find' }
    case 's':
      return { name: 'save' }
    default:
      return null
  }
}

/** Input methods (IME) send `Process` for the first key of a composed character. */
const isCharacter = (key: string) => key.length === 1 || key === 'Process'

/** How a key ends editing: commit and move, cancel, or save the sheet; null keeps the editor open. */
export function editorExit(press: KeyPress, mode: Editing['mode']): Motion | 'cancel' | 'save' | null {
  switch (press.key) {
    case 'Enter':
      return { rows: press.shiftKey ? -1 : 1 }
    case 'Tab':
      return { columns: press.shiftKey ? -1 : 1 }
    case 'Escape':
      return 'cancel'
    default: {
      const command = commandOf(press)
      if (command?.name === 'save') return 'save'
      return mode === 'typing' && command?.name === 'move' && press.key.startsWith('Arrow') ? command.motion : null
    }
  }
}
