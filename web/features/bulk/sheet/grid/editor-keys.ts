import { commandOf, type KeyPress } from '../model/keys.ts'
import type { Motion } from '../model/selection.ts'
import type { Editing } from '../model/state.ts'

/** How a key leaves an open cell: taking over and going on, giving up, or saving the sheet; null when it stays in. */
export function editorExit(press: KeyPress, mode: Editing['mode']): Motion | 'give-up' | 'save' | null {
  switch (press.key) {
    case 'Enter':
      return { rows: press.shiftKey ? -1 : 1 }
    case 'Tab':
      return { columns: press.shiftKey ? -1 : 1 }
    case 'Escape':
      return 'give-up'
    default: {
      const command = commandOf(press)
      if (command?.name === 'save') return 'save'
      return mode === 'typing' && command?.name === 'move' && press.key.startsWith('Arrow') ? command.motion : null
    }
  }
}
