import { useEndPromotion } from '../api.ts'
import { PromotionStep, type StepDialogProps } from './promotion-step.tsx'
import { keptWords } from './step-words.ts'

export function EndPromotion(props: StepDialogProps) {
  const { title, redemptionCount } = props.promotion
  return (
    <PromotionStep {...props} title={`End ${title} now?`} confirmLabel="End now" isDangerous step={useEndPromotion()}>
      <p>No cart gets it from now on: this moment becomes its end date. {keptWords(redemptionCount)}</p>
      <p>To run it again, give it a later end.</p>
    </PromotionStep>
  )
}
