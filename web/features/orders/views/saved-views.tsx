import Bookmark from 'lucide-react/icons/bookmark'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Suspense, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx'
import type { OrderFiltering } from '../filters/use-order-filter.ts'
import { DeleteViewDialog, EditViewDialog, SaveViewDialog } from '../later-parts.ts'
import { useSavedViews } from './api.ts'
import { isSameFilter } from './same-filter.ts'
import { ViewCommands } from './view-commands.tsx'
import type { ViewDialog } from './view-dialog.ts'
import { ViewList } from './view-list.tsx'

/** Named filters: the one that is in force stands on the button. */
export function SavedViews({ filtering }: { filtering: OrderFiltering }) {
  const { filter, apply, description } = filtering
  const views = useSavedViews()
  const [openDialog, setOpenDialog] = useState<ViewDialog | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const active = views.data?.find(({ filters }) => isSameFilter(filters, filter))
  const close = () => setOpenDialog(null)

  function ask(dialog: ViewDialog) {
    // The dialog gives the focus back to whoever has it now; the menu's item will be gone by then.
    trigger.current?.focus()
    setOpenDialog(dialog)
  }

  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <Button ref={trigger} size="small" className="max-w-full min-w-0">
            <Bookmark aria-hidden className={active && 'fill-current text-accent'} />
            <span className="truncate">{active ? `View: ${active.name}` : 'Saved views'}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <ViewList views={views} activeId={active?.id} onChoose={({ filters }) => apply(filters)} />
        <ViewCommands active={active} hasFilter={description !== ''} onAsk={ask} />
      </DropdownMenu>
      <Suspense>
        {openDialog === 'save' && <SaveViewDialog filters={filter} inWords={description} onClose={close} />}
        {openDialog === 'edit' && active && <EditViewDialog view={active} onClose={close} />}
        {openDialog === 'delete' && active && <DeleteViewDialog view={active} onClose={close} />}
      </Suspense>
    </>
  )
}
