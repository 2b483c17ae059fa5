import { useDeactivatePromotion } from '../api.ts'
import { PromotionActionDialog, type ActionDialogProps } from './promotion-step.tsx'
import { keptDiscountsNotice } from './step-words.ts'

export function DeactivatePromotion(props: ActionDialogProps) {
  const { title, redemptionCount } = props.promotion
  return (
    <PromotionActionDialog
      {...props}
      title={`Deactivate ${title}?`}
      confirmLabel="Deactivate"
      isDangerous
      mutation={useDeactivatePromotion()}
    >
      <p>No cart gets it from now on. {keptDiscountsNotice(redemptionCount)}</p>
      <p>Its dates and its count of uses stay; you can activate it again at any time.</p>
    </PromotionActionDialog>
  )
}
