import { useActivatePromotion } from '../api.ts'
import { usePromotionState } from '../use-promotion-state.ts'
import { PromotionStep, type StepDialogProps } from './promotion-step.tsx'
import { activationWords } from './step-words.ts'

export function ActivatePromotion(props: StepDialogProps) {
  const { promotion } = props
  const stateThen = usePromotionState({ ...promotion, isActive: true })
  return (
    <PromotionStep
      {...props}
      title={`Activate ${promotion.title}?`}
      confirmLabel="Activate"
      isDangerous={false}
      step={useActivatePromotion()}
    >
      <p>{activationWords[stateThen]}</p>
    </PromotionStep>
  )
}
