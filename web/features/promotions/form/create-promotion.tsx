import { Suspense } from 'react'
import { promotionsApi } from '#contract/promotions.ts'
import { useUrlDialog } from '#web/shared/use-url-dialog.ts'
import { CreatePromotionButton } from './create-promotion-button.tsx'
import { CreatePromotionDialog } from './promotion-dialogs.ts'

export function CreatePromotion() {
  const { isOpen, close } = useUrlDialog('promotion', promotionsApi.create.access)
  return (
    <>
      <CreatePromotionButton label="Create Promotion" />
      <Suspense>{isOpen && <CreatePromotionDialog onClose={close} />}</Suspense>
    </>
  )
}
