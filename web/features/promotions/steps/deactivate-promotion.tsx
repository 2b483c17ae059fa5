import { useDeactivatePromotion } from '../api.ts'
import { PromotionStep, type StepDialogProps } from './promotion-step.tsx'
import { keptWords } from './step-words.ts'

export function DeactivatePromotion(props: StepDialogProps) {
  const { title, redemptionCount } = props.promotion
  return (
    <PromotionStep
      {...props}
      title={`Deactivate ${title}?`}
      confirmLabel="Deactivate"
      isDangerous
      step={useDeactivatePromotion()}
    >
      <p>No cart gets it from now on. {keptWords(redemptionCount)}</p>
      <p>Its dates and its count of uses stay; you can activate it again at any time.</p>
    </PromotionStep>
  )
}
