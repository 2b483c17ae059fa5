import { channelsApi } from '#contract/channels.ts'
import {
  type PromotionDetail,
  type PromotionRow,
  promotionsApi,
  type PromotionUsage,
  type Redemption,
} from '#contract/promotions.ts'
import { harborShop } from './order-answers.ts'
import { buildUsage } from './promotion-builders.ts'
import { answer } from './server.ts'

type PromotionsScreen = {
  rows?: PromotionRow[]
  /** The promotion whose drawer or form is opened. */
  detail?: PromotionDetail
  usage?: PromotionUsage
  redemptions?: Redemption[]
}

/** Answers what the promotions screen asks; the list that comes back fills with the questions for promotions. */
export function answerPromotions({ rows, detail, usage = buildUsage(), redemptions = [] }: PromotionsScreen) {
  const list = rows ?? (detail ? [detail] : [])
  answer(channelsApi.list, [harborShop], { total: 1 })
  answer(promotionsApi.redemptions, redemptions, { total: redemptions.length })
  if (detail) answer(promotionsApi.detail, detail)
  answerUsage(usage)
  return answer(promotionsApi.list, list, { total: list.length })
}

/** To be called after any answer about a promotion: the address of one fits this call too. */
export const answerUsage = (usage: PromotionUsage) => answer(promotionsApi.usage, usage)
