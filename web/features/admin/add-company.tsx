import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { lazyPart } from '#web/shared/later-part.tsx'
import { Button } from '#web/ui/button.tsx'

const NewCompanyDialog = lazyPart(async () => (await import('./new-company-dialog.tsx')).NewCompanyDialog)

export function AddCompany() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        onFocus={NewCompanyDialog.preload}
        onPointerEnter={NewCompanyDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        <Plus aria-hidden />
        Add Company
      </Button>
      <Suspense>{isOpen && <NewCompanyDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
