import { useActivatePromotion } from '../api.ts'
import { usePromotionState } from '../use-promotion-state.ts'
import { PromotionActionDialog, type ActionDialogProps } from './promotion-step.tsx'
import { activationNotices } from './step-words.ts'

export function ActivatePromotion(props: ActionDialogProps) {
  const { promotion } = props
  const stateThen = usePromotionState({ ...promotion, isActive: true })
  return (
    <PromotionActionDialog
      {...props}
      title={`Activate ${promotion.title}?`}
      confirmLabel="Activate"
      isDangerous={false}
      mutation={useActivatePromotion()}
    >
      <p>{activationNotices[stateThen]}</p>
    </PromotionActionDialog>
  )
}
