import { Fragment } from 'react'
import { controlKey, Kbd } from '#web/ui/kbd.tsx'

/** Alternative key combinations of one shortcut. */
type Chords = readonly (readonly string[])[]

/** `hint` is the one-word label beside the keys on the screen where they work. */
type Shortcut = { does: string; press: Chords; hint?: string }

const everywhereKeys: readonly Shortcut[] = [
  { does: 'Search everywhere', press: [[controlKey, 'K']] },
  { does: 'Open a result in a new tab', press: [[controlKey, 'Enter']] },
  { does: 'Show this list', press: [['?']] },
  { does: 'Go to the message that just appeared', press: [['F8']] },
  { does: 'Close what lies over the page', press: [['Esc']] },
]

export const orderListKeys: readonly Shortcut[] = [
  { does: 'Go to the search box', hint: 'search', press: [['/']] },
  { does: 'Next order, previous order', hint: 'move', press: [['j'], ['k']] },
  { does: 'Open the order', hint: 'open', press: [['Enter']] },
]

export const orderSelectionKeys: readonly Shortcut[] = [
  { does: 'Select the order', hint: 'select', press: [['x']] },
  { does: 'Select all up to the order', press: [['Shift', 'x']] },
]

const openOrderKeys: readonly Shortcut[] = [{ does: 'Next order, previous order', press: [['j'], ['k']] }]

export const sheetKeys: readonly Shortcut[] = [
  { does: 'Go to a cell, select a block', press: [['←↑→↓'], ['Shift', '←↑→↓']] },
  { does: 'First and last column', press: [['Home'], ['End']] },
  {
    does: 'First and last row',
    press: [
      [controlKey, 'Home'],
      [controlKey, 'End'],
    ],
  },
  { does: 'A screen up or down', press: [['PageUp'], ['PageDown']] },
  { does: 'Select everything', press: [[controlKey, 'A']] },
  { does: 'Edit a cell, or just type', press: [['Enter'], ['F2']] },
  { does: 'Take over and go down, or right', press: [['Enter'], ['Tab']] },
  { does: 'Leave a cell as it was', press: [['Esc']] },
  { does: 'Clear cells', press: [['Delete']] },
  {
    does: 'Copy, cut, paste',
    press: [
      [controlKey, 'C'],
      [controlKey, 'X'],
      [controlKey, 'V'],
    ],
  },
  { does: 'Fill down', press: [[controlKey, 'D']] },
  {
    does: 'Undo, redo',
    press: [
      [controlKey, 'Z'],
      [controlKey, 'Y'],
    ],
  },
  { does: 'Find, find next', press: [[controlKey, 'F'], ['F3']] },
  { does: 'Save all changes', press: [[controlKey, 'S']] },
]

/** All shortcuts by the screen on which they work. */
export const allShortcuts: readonly { where: string; keys: readonly Shortcut[] }[] = [
  { where: 'Everywhere', keys: everywhereKeys },
  { where: 'Orders', keys: [...orderListKeys, ...orderSelectionKeys] },
  { where: 'An open order', keys: openOrderKeys },
  { where: 'Sheet View', keys: sheetKeys },
]

export function ShortcutList({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2">
      {shortcuts.map(({ does, press }) => (
        <Fragment key={does}>
          <dt>{does}</dt>
          <dd className="flex flex-wrap justify-end gap-2">
            {press.map((chord) => (
              <span key={chord.join(' ')} className="flex gap-1">
                {chord.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </span>
            ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
