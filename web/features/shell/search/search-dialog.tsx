import { Dialog } from '#web/ui/dialog.tsx'
import { SearchEverywhere } from './search-everywhere.tsx'

type SearchDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function SearchDialog({ open, onOpenChange }: SearchDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Search">
      <SearchEverywhere onChosen={() => onOpenChange(false)} />
    </Dialog>
  )
}
