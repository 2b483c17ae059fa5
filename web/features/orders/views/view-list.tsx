import type { SavedView } from '#contract/saved-views.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { DropdownMenuChoice, DropdownMenuChoices, DropdownMenuLabel } from '#web/ui/dropdown-menu.tsx'
import type { useSavedViews } from './api.ts'

type ViewListProps = {
  views: ReturnType<typeof useSavedViews>
  activeId: string | undefined
  onChoose: (view: SavedView) => void
}

export function ViewList({ views: { data: views, error }, activeId = '', onChoose }: ViewListProps) {
  if (error) return <DropdownMenuLabel>The views couldn’t be loaded. {errorMessage(error)}</DropdownMenuLabel>
  if (!views) return <DropdownMenuLabel>Loading...</DropdownMenuLabel>
  if (views.length === 0) return <DropdownMenuLabel>No saved views yet</DropdownMenuLabel>

  function choose(viewId: string) {
    const chosen = views?.find(({ id }) => id === viewId)
    if (chosen) onChoose(chosen)
  }

  const own = views.filter(({ isOwn }) => isOwn)
  const others = views.filter(({ isOwn }) => !isOwn)
  return (
    <DropdownMenuChoices value={activeId} onValueChange={choose}>
      {own.length > 0 && <DropdownMenuLabel>Your views</DropdownMenuLabel>}
      {own.map((view) => (
        <ViewChoice key={view.id} view={view} note={view.isShared ? 'Shared' : null} />
      ))}
      {others.length > 0 && <DropdownMenuLabel>Shared with you</DropdownMenuLabel>}
      {others.map((view) => (
        <ViewChoice key={view.id} view={view} note={`by ${view.ownerName}`} />
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
