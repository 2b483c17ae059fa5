import Bookmark from 'lucide-react/icons/bookmark'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Suspense, useRef, useState } from 'react'
import { t } from '#contract/i18n.ts'
import type { OrderFilter } from '#contract/orders.ts'
import { allows } from '#contract/roles.ts'
import { type SavedView, savedViewsApi } from '#contract/saved-views.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuChoice,
  DropdownMenuChoices,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '#web/ui/dropdown-menu.tsx'
import { DeleteViewDialog, EditViewDialog, SaveViewDialog } from '../lazy.ts'
import type { OrderFilterState } from '../order-filters.tsx'
import { useSavedViews } from './api.ts'

/** Saved filters. The button shows the name of the view that equals the active filters. */
export function SavedViews({ filterState }: { filterState: OrderFilterState }) {
  const { filter, apply, description } = filterState
  const views = useSavedViews()
  const [openDialog, setOpenDialog] = useState<ViewDialog | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const active = views.data?.find(({ filters }) => isSameFilter(filters, filter))
  const close = () => setOpenDialog(null)

  function showDialog(dialog: ViewDialog) {
    // A closing dialog returns focus to the element focused now; the menu item no longer exists then.
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
            <span className="truncate">{active ? t('View: {name}', { name: active.name }) : t('Saved views')}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <ViewList views={views} activeId={active?.id} onChoose={({ filters }) => apply(filters)} />
        <ViewCommands active={active} hasFilter={description !== ''} onOpenDialog={showDialog} />
      </DropdownMenu>
      <Suspense>
        {openDialog === 'save' && <SaveViewDialog filters={filter} description={description} onClose={close} />}
        {openDialog === 'edit' && active && <EditViewDialog view={active} onClose={close} />}
        {openDialog === 'delete' && active && <DeleteViewDialog view={active} onClose={close} />}
      </Suspense>
    </>
  )
}

type ViewDialog = 'save' | 'edit' | 'delete'

type ViewListProps = {
  views: ReturnType<typeof useSavedViews>
  activeId: string | undefined
  onChoose: (view: SavedView) => void
}

function ViewList({ views: { data: views, error }, activeId = '', onChoose }: ViewListProps) {
  if (error)
    return (
      <DropdownMenuLabel>
        {t('The views couldn’t be loaded. {error}', { error: errorMessage(error) })}
      </DropdownMenuLabel>
    )
  if (!views) return <DropdownMenuLabel>{t('Loading...')}</DropdownMenuLabel>
  if (views.length === 0) return <DropdownMenuLabel>{t('No saved views yet')}</DropdownMenuLabel>

  function choose(viewId: string) {
    const chosen = views?.find(({ id }) => id === viewId)
    if (chosen) onChoose(chosen)
  }

  const own = views.filter(({ isOwn }) => isOwn)
  const others = views.filter(({ isOwn }) => !isOwn)
  return (
    <DropdownMenuChoices value={activeId} onValueChange={choose}>
      {own.length > 0 && <DropdownMenuLabel>{t('Your views')}</DropdownMenuLabel>}
      {own.map((view) => (
        <ViewChoice key={view.id} view={view} note={view.isShared ? t('Shared') : null} />
      ))}
      {others.length > 0 && <DropdownMenuLabel>{t('Shared with you')}</DropdownMenuLabel>}
      {others.map((view) => (
        <ViewChoice key={view.id} view={view} note={t('by {ownerName}', { ownerName: view.ownerName })} />
      ))}
    </DropdownMenuChoices>
  )
}

function ViewChoice({ view: { id, name }, note }: { view: SavedView; note: string | null }) {
  return (
    <DropdownMenuChoice value={id} className="max-w-80">
      <span className="min-w-0 py-1 wrap-anywhere">
        {name} {note && <span className="text-sm text-muted">{note}</span>}
      </span>
    </DropdownMenuChoice>
  )
}

type ViewCommandsProps = {
  active: SavedView | undefined
  hasFilter: boolean
  onOpenDialog: (dialog: ViewDialog) => void
}

/** Save the active filters as a view, or change the active view. */
function ViewCommands({ active, hasFilter, onOpenDialog }: ViewCommandsProps) {
  const { role } = useCurrentUser()
  return (
    <>
      <DropdownMenuSeparator />
      {allows(savedViewsApi.create.access, role) ? (
        <Commands active={active} hasFilter={hasFilter} onOpenDialog={onOpenDialog} />
      ) : (
        <DropdownMenuLabel>{t('Operations and Admin can save views')}</DropdownMenuLabel>
      )}
    </>
  )
}

function Commands({ active, hasFilter, onOpenDialog }: ViewCommandsProps) {
  if (!hasFilter) return <DropdownMenuLabel>{t('Set a filter to save it as a view')}</DropdownMenuLabel>
  if (!active) return <DropdownMenuItem onSelect={() => onOpenDialog('save')}>{t('Save this view…')}</DropdownMenuItem>
  if (!active.isOwn)
    return (
      <DropdownMenuLabel>
        {t('Only {ownerName} can change this view', { ownerName: active.ownerName })}
      </DropdownMenuLabel>
    )
  return (
    <>
      <DropdownMenuItem onSelect={() => onOpenDialog('edit')}>{t('Rename or share…')}</DropdownMenuItem>
      <DropdownMenuItem onSelect={() => onOpenDialog('delete')}>{t('Delete…')}</DropdownMenuItem>
    </>
  )
}

const isSameFilter = (one: OrderFilter, other: OrderFilter): boolean =>
  one.search === other.search &&
  one.status === other.status &&
  one.channelId === other.channelId &&
  one.flag === other.flag &&
  one.tagId === other.tagId &&
  one.assignee === other.assignee &&
  one.from === other.from &&
  one.to === other.to
