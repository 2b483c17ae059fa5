import Keyboard from 'lucide-react/icons/keyboard'
import { useState } from 'react'
import { ShortcutList } from '#web/shared/shortcut-list.tsx'
import { sheetKeys } from '#web/shared/shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

export function ShortcutHelp() {
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
        <ShortcutList shortcuts={sheetKeys} />
      </Dialog>
    </>
  )
}
