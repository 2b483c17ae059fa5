import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { promotionsApi } from '#contract/promotions.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { CreateDialog } from './promotion-dialogs.ts'

export function CreatePromotion({ label = 'Create Promotion' }: { label?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={promotionsApi.create.access}
        deed="create promotions"
        variant="primary"
        onClick={() => setIsOpen(true)}
      >
        <Plus aria-hidden />
        {label}
      </PermittedButton>
      <Suspense>{isOpen && <CreateDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
