import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import {
  DropdownMenu,
  DropdownMenuChoice,
  DropdownMenuChoices,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '#web/ui/dropdown-menu.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { GallerySection } from './gallery-section.tsx'

type Overlay = 'dialog' | 'confirm' | 'drawer'

export function OverlaysSection() {
  const [overlay, setOverlay] = useState<Overlay>()
  const close = () => setOverlay(undefined)

  return (
    <GallerySection title="Overlays">
      <Button onClick={() => setOverlay('dialog')}>Dialog</Button>
      <Button onClick={() => setOverlay('confirm')}>Confirmation</Button>
      <Button onClick={() => setOverlay('drawer')}>Drawer</Button>
      <MenuSample />
      <Button onClick={() => toast({ title: 'Saved', description: 'The change is stored.' })}>Toast</Button>
      <Button onClick={() => toast({ title: 'Not saved', description: 'Check the address.', variant: 'destructive' })}>
        Failure toast
      </Button>

      <Dialog open={overlay === 'dialog'} onOpenChange={close} title="Add person" description="They get an email.">
        <Field label="Full name">{(control) => <Input {...control} />}</Field>
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={close}>
            Add person
          </Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        open={overlay === 'confirm'}
        onOpenChange={close}
        title="Delete this list?"
        confirmLabel="Delete list"
        isDangerous
        onConfirm={close}
      >
        The list and its 12 entries are removed for everyone. The people on it stay.
      </ConfirmDialog>
      <Drawer
        open={overlay === 'drawer'}
        onOpenChange={close}
        side="right"
        title="Details"
        footer={
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        }
      >
        <p className="px-4 text-muted">A side sheet keeps the list in view.</p>
      </Drawer>
    </GallerySection>
  )
}

function MenuSample() {
  const [view, setView] = useState('all')
  return (
    <DropdownMenu
      trigger={
        <Button>
          Menu <ChevronDown aria-hidden />
        </Button>
      }
    >
      <DropdownMenuLabel>View</DropdownMenuLabel>
      <DropdownMenuChoices value={view} onValueChange={setView}>
        <DropdownMenuChoice value="all">Everything</DropdownMenuChoice>
        <DropdownMenuChoice value="mine">Only mine</DropdownMenuChoice>
      </DropdownMenuChoices>
      <DropdownMenuSeparator />
      <DropdownMenuItem>Export</DropdownMenuItem>
      <DropdownMenuItem disabled>Archive</DropdownMenuItem>
    </DropdownMenu>
  )
}
