import { expect, test } from 'vitest'
import { commandOf } from './keyboard.ts'

const press = (keys: string) => {
  const parts = keys.split('+')
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
  }
}

test.each([
  ['ArrowDown', { name: 'move', motion: { rows: 1 }, extend: false }],
  ['Shift+ArrowLeft', { name: 'move', motion: { columns: -1 }, extend: true }],
  ['Ctrl+ArrowDown', { name: 'move', motion: { rows: Infinity }, extend: false }],
  ['Home', { name: 'move', motion: { columns: -Infinity }, extend: false }],
  ['Ctrl+Shift+End', { name: 'move', motion: { rows: Infinity, columns: Infinity }, extend: true }],
  ['Shift+PageUp', { name: 'page', direction: -1, extend: true }],
  ['Enter', { name: 'edit' }],
  ['F2', { name: 'edit' }],
  ['Delete', { name: 'clear' }],
  ['a', { name: 'type' }],
  ['Shift+A', { name: 'type' }],
  ['Ctrl+Alt+@', { name: 'type' }],
  ['Process', { name: 'type' }],
  ['Ctrl+a', { name: 'select-all' }],
  ['Meta+d', { name: 'fill-down' }],
  ['Ctrl+z', { name: 'undo' }],
  ['Ctrl+Shift+Z', { name: 'redo' }],
  ['Meta+y', { name: 'redo' }],
  ['Ctrl+f', { name: 'find' }],
  ['Shift+F3', { name: 'find-next', isBackwards: true }],
  ['Ctrl+s', { name: 'save' }],
])('%s is a command of the sheet', (keys, command) => {
  expect(commandOf(press(keys))).toEqual(command)
})

test.each(['Tab', 'Escape', 'Ctrl+c', 'Ctrl+v', 'Meta+x', 'F5', 'Shift', 'Alt+ArrowLeft'])(
  '%s is left to the browser',
  (keys) => {
    expect(commandOf(press(keys))).toBeNull()
  },
)
