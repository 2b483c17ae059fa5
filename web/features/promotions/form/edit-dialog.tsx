import { useContext, useState } from 'react'
import type { PromotionRow } from '#contract/promotions.ts'
import { FormDialog } from '#web/shared/form-dialog.tsx'
import { TimeZone } from '#web/shared/time-zone.ts'
import { useReloadPromotion, useUpdatePromotion } from '../api.ts'
import type { PromotionDialogProps } from './promotion-dialog-props.ts'
import { toPromotionValues } from './promotion-fields.ts'
import { PromotionForm } from './promotion-form.tsx'

export function EditPromotionDialog({ promotion, onClose }: PromotionDialogProps) {
  // What somebody else saves meanwhile must not slip in under the reader's eyes: the form goes by what it opened with.
  const [opened, setOpened] = useState<PromotionRow>(promotion)
  const timeZone = useContext(TimeZone)
  const reloadPromotion = useReloadPromotion()
  const updatePromotion = useUpdatePromotion()
  const { id: promotionId, version } = opened

  return (
    <FormDialog title="Edit Promotion" onClose={onClose}>
      {(dialog) => (
        <PromotionForm
          key={version}
          defaultValues={toPromotionValues(opened, timeZone)}
          action="Save Changes"
          dialog={dialog}
          opened={opened}
          save={(fields) => updatePromotion.mutateAsync({ promotionId, version, ...fields })}
          onSaved={onClose}
          onReload={() => reloadPromotion.mutate(promotionId, { onSuccess: setOpened })}
        />
      )}
    </FormDialog>
  )
}
