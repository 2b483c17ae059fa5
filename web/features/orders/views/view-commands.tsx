import { allows } from '#contract/roles.ts'
import { type SavedView, savedViewsApi } from '#contract/saved-views.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { DropdownMenuItem, DropdownMenuLabel, DropdownMenuSeparator } from '#web/ui/dropdown-menu.tsx'
import type { ViewDialog } from './view-dialog.ts'

type ViewCommandsProps = { active: SavedView | undefined; hasFilter: boolean; onAsk: (dialog: ViewDialog) => void }

/** What can be done with the filters in force, or with the view that they are. */
export function ViewCommands({ active, hasFilter, onAsk }: ViewCommandsProps) {
  const { role } = useCurrentUser()
  return (
    <>
      <DropdownMenuSeparator />
      {allows(savedViewsApi.create.access, role) ? (
        <Commands active={active} hasFilter={hasFilter} onAsk={onAsk} />
      ) : (
        <DropdownMenuLabel>Operations and Admin can save views</DropdownMenuLabel>
      )}
    </>
  )
}

function Commands({ active, hasFilter, onAsk }: ViewCommandsProps) {
  if (!hasFilter) return <DropdownMenuLabel>Set a filter to save it as a view</DropdownMenuLabel>
  if (!active) return <DropdownMenuItem onSelect={() => onAsk('save')}>Save this view…</DropdownMenuItem>
  if (!active.isOwn) return <DropdownMenuLabel>{`Only ${active.ownerName} can change this view`}</DropdownMenuLabel>
  return (
    <>
      <DropdownMenuItem onSelect={() => onAsk('edit')}>Rename or share…</DropdownMenuItem>
      <DropdownMenuItem onSelect={() => onAsk('delete')}>Delete…</DropdownMenuItem>
    </>
  )
}
