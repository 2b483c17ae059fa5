export const promotionTypes = ['percent', 'flat'] as const
export type PromotionType = (typeof promotionTypes)[number]
