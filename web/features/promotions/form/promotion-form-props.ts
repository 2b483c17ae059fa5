import type { UseFormReturn } from 'react-hook-form'
import type { PromotionOutput, PromotionValues } from './promotion-fields.ts'

export type PromotionFormReturn = UseFormReturn<PromotionValues, unknown, PromotionOutput>
