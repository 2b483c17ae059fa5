import { useCreatePromotion } from '../api.ts'
import { FormDialog } from '#web/shared/form-dialog.tsx'
import { emptyPromotion, type PromotionValues } from './promotion-fields.ts'
import { PromotionForm } from './promotion-form.tsx'

type CreatePromotionDialogProps = {
  /** What it begins with, and what that comes from. */
  draft?: { values: PromotionValues; description: string }
  onClose: () => void
}

export function CreatePromotionDialog({ draft, onClose }: CreatePromotionDialogProps) {
  const createPromotion = useCreatePromotion()
  return (
    <FormDialog
      title="Create Promotion"
      description={draft?.description ?? 'A code that customers type, or a discount that applies by itself.'}
      onClose={onClose}
    >
      {(dialog) => (
        <PromotionForm
          defaultValues={draft?.values ?? emptyPromotion}
          action="Create Promotion"
          dialog={dialog}
          save={(promotion) => createPromotion.mutateAsync(promotion)}
          onSaved={onClose}
        />
      )}
    </FormDialog>
  )
}
