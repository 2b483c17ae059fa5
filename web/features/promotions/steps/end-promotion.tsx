import { useEndPromotion } from '../api.ts'
import { PromotionActionDialog, type ActionDialogProps } from './promotion-step.tsx'
import { keptDiscountsNotice } from './step-words.ts'

export function EndPromotion(props: ActionDialogProps) {
  const { title, redemptionCount } = props.promotion
  return (
    <PromotionActionDialog
      {...props}
      title={`End ${title} now?`}
      confirmLabel="End now"
      isDangerous
      mutation={useEndPromotion()}
    >
      <p>No cart gets it from now on: this moment becomes its end date. {keptDiscountsNotice(redemptionCount)}</p>
      <p>To run it again, give it a later end.</p>
    </PromotionActionDialog>
  )
}
