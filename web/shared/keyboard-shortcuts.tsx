import { Fragment } from 'react'
import { t } from '#contract/i18n.ts'
import { controlKey, Kbd } from '#web/ui/kbd.tsx'
import type { jumpPaths } from './jumps.ts'

/** Keys as they are written on a keyboard. */
const enter = t('Enter')
const shift = t('Shift')
const home = t('Home')
const end = t('End')

/** Alternative key combinations of one shortcut. */
type Chords = readonly (readonly string[])[]

/** `hint` is the one-word label beside the keys on the screen where they work. */
type Shortcut = { does: string; press: Chords; hint?: string }

const jumpNames: Record<keyof typeof jumpPaths, string> = {
  d: t('Dashboard'),
  o: t('Orders'),
  p: t('Products'),
  i: t('Inventory'),
  u: t('Bulk Upload'),
  v: t('Sheet View'),
  c: t('Channels'),
  m: t('Marketplace Connect'),
  t: t('Promotions'),
  r: t('Reports'),
  s: t('Settings'),
}

const jumpKeys: readonly Shortcut[] = Object.entries(jumpNames).map(([letter, does]) => ({
  does,
  press: [['g', letter]],
}))

/** For the screen where keys matter most. */
export const allKeys: Shortcut = { does: t('Show this list'), hint: t('all keys'), press: [['?']] }

const everywhereKeys: readonly Shortcut[] = [
  { does: t('Search everywhere'), press: [[controlKey, 'K']] },
  { does: t('Open a result in a new tab'), press: [[controlKey, enter]] },
  allKeys,
  { does: t('Go to the latest message'), press: [['F8']] },
  { does: t('Close the dialog or panel'), press: [['Esc']] },
]

export const orderListKeys: readonly Shortcut[] = [
  { does: t('Go to the search box'), hint: t('search'), press: [['/']] },
  { does: t('Next order, previous order'), hint: t('move'), press: [['j'], ['k']] },
  { does: t('Open the order'), hint: t('open'), press: [[enter]] },
]

export const orderSelectionKeys: readonly Shortcut[] = [
  { does: t('Select the order'), hint: t('select'), press: [['x']] },
  { does: t('Select all orders up to this one'), press: [[shift, 'x']] },
  { does: t('Fulfill the order'), press: [['f']] },
  { does: t('Put the order on hold'), press: [['h']] },
]

const openOrderKeys: readonly Shortcut[] = [
  { does: t('Next order, previous order'), press: [['j'], ['k']] },
  { does: t('Fulfill, put on hold'), press: [['f'], ['h']] },
]

export const sheetKeys: readonly Shortcut[] = [
  { does: t('Move between cells, select a range'), press: [['←↑→↓'], [shift, '←↑→↓']] },
  { does: t('First and last column'), press: [[home], [end]] },
  {
    does: t('First and last row'),
    press: [
      [controlKey, home],
      [controlKey, end],
    ],
  },
  { does: t('Page up or down'), press: [[t('PageUp')], [t('PageDown')]] },
  { does: t('Select everything'), press: [[controlKey, 'A']] },
  { does: t('Edit a cell, or just type'), press: [[enter], ['F2']] },
  { does: t('Save cell and move down / right'), press: [[enter], ['Tab']] },
  { does: t('Cancel editing'), press: [['Esc']] },
  { does: t('Clear cells'), press: [[t('Del')]] },
  {
    does: t('Copy, cut, paste'),
    press: [
      [controlKey, 'C'],
      [controlKey, 'X'],
      [controlKey, 'V'],
    ],
  },
  { does: t('Fill down'), press: [[controlKey, 'D']] },
  {
    does: t('Undo, redo'),
    press: [
      [controlKey, 'Z'],
      [controlKey, 'Y'],
    ],
  },
  { does: t('Find, find next'), press: [[controlKey, 'F'], ['F3']] },
  { does: t('Save all changes'), press: [[controlKey, 'S']] },
]

/** All shortcuts by the screen on which they work. */
export const allShortcuts: readonly { where: string; keys: readonly Shortcut[] }[] = [
  { where: t('Everywhere'), keys: everywhereKeys },
  { where: t('Go to'), keys: jumpKeys },
  { where: t('Orders'), keys: [...orderListKeys, ...orderSelectionKeys] },
  { where: t('In an open order'), keys: openOrderKeys },
  { where: t('Sheet View'), keys: sheetKeys },
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
