import type { PromotionRow } from '#contract/promotions.ts'

export type PromotionDialogProps = { promotion: PromotionRow; onClose: () => void }
