import Keyboard from 'lucide-react/icons/keyboard'
import { Fragment, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

const control = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

const keys: readonly { does: string; press: readonly (readonly string[])[] }[] = [
  { does: 'Go to a cell, select a block', press: [['←↑→↓'], ['Shift', '←↑→↓']] },
  { does: 'First and last column', press: [['Home'], ['End']] },
  {
    does: 'First and last row',
    press: [
      [control, 'Home'],
      [control, 'End'],
    ],
  },
  { does: 'A screen up or down', press: [['PageUp'], ['PageDown']] },
  { does: 'Select everything', press: [[control, 'A']] },
  { does: 'Edit a cell, or just type', press: [['Enter'], ['F2']] },
  { does: 'Take over and go down, or right', press: [['Enter'], ['Tab']] },
  { does: 'Leave a cell as it was', press: [['Esc']] },
  { does: 'Clear cells', press: [['Delete']] },
  {
    does: 'Copy, cut, paste',
    press: [
      [control, 'C'],
      [control, 'X'],
      [control, 'V'],
    ],
  },
  { does: 'Fill down', press: [[control, 'D']] },
  {
    does: 'Undo, redo',
    press: [
      [control, 'Z'],
      [control, 'Y'],
    ],
  },
  { does: 'Find, find next', press: [[control, 'F'], ['F3']] },
  { does: 'Save all changes', press: [[control, 'S']] },
]

export function KeyHelp() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Tooltip content="Keyboard shortcuts">
        <Button variant="quiet" size="icon" aria-label="Keyboard shortcuts" onClick={() => setIsOpen(true)}>
          <Keyboard aria-hidden />
        </Button>
      </Tooltip>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Keyboard shortcuts"
        description="While the sheet has the focus"
      >
        <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2">
          {keys.map(({ does, press }) => (
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
      </Dialog>
    </>
  )
}
