import Bookmark from 'lucide-react/icons/bookmark'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Suspense, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx'
import type { OrderFiltering } from '../filters/use-order-filter.ts'
import { DeleteView, EditView, SaveView } from '../later-parts.ts'
import { useSavedViews } from './api.ts'
import { sameFilter } from './same-filter.ts'
import { ViewCommands } from './view-commands.tsx'
import type { ViewDialog } from './view-dialog.ts'
import { ViewList } from './view-list.tsx'

/** Named filters: the one that is in force stands on the button. */
export function SavedViews({ filtering }: { filtering: OrderFiltering }) {
  const { filter, apply, inWords } = filtering
  const views = useSavedViews()
  const [asking, setAsking] = useState<ViewDialog | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const active = views.data?.find(({ filters }) => sameFilter(filters, filter))
  const close = () => setAsking(null)

  function ask(dialog: ViewDialog) {
    // The dialog gives the focus back to whoever has it now; the menu's item will be gone by then.
    trigger.current?.focus()
    setAsking(dialog)
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
        <ViewCommands active={active} hasFilter={inWords !== ''} onAsk={ask} />
      </DropdownMenu>
      <Suspense>
        {asking === 'save' && <SaveView filters={filter} inWords={inWords} onClose={close} />}
        {asking === 'edit' && active && <EditView view={active} onClose={close} />}
        {asking === 'delete' && active && <DeleteView view={active} onClose={close} />}
      </Suspense>
    </>
  )
}
