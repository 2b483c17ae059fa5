import { useState } from 'react'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useDebounced } from '#web/shared/use-debounced.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { CompanyChoices } from './company-choices.tsx'

type CompanyDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function CompanyDialog({ open, onOpenChange }: CompanyDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Switch company"
      description="Every screen then shows the chosen company. What you change there is recorded under your name."
    >
      <Chooser onChosen={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Chooser({ onChosen }: { onChosen: () => void }) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <SearchBox label="Search companies" text={text} onTextChange={setText} />
      <CompanyChoices search={search} onChosen={onChosen} />
    </div>
  )
}
