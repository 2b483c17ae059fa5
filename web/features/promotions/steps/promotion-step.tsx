import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PromotionRow } from '#contract/promotions.ts'
import { Refusal } from '#web/shared/refusal.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

export type StepDialogProps = { promotion: PromotionRow; onClose: () => void }

type PromotionStepProps = StepDialogProps & {
  title: string
  confirmLabel: string
  isDangerous: boolean
  step: UseMutationResult<PromotionRow, Error, string>
  /** What will happen, and what stays. */
  children: ReactNode
}

/** The question before a promotion is switched on or off, or ended. */
export function PromotionStep({ promotion, onClose, step, children, ...face }: PromotionStepProps) {
  return (
    <ConfirmDialog
      {...face}
      open
      onOpenChange={onClose}
      isPending={step.isPending}
      onConfirm={() => step.mutate(promotion.id, { onSuccess: onClose })}
    >
      {children}
      <Refusal error={step.error} />
    </ConfirmDialog>
  )
}
