import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { PromotionInput } from '#contract/promotions.ts'
import { createPromotion, updatePromotion } from '#server/features/promotions/promotions.ts'
import type { CompanyContext, Deps } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { promotions } from '#server/platform/db/schema/promotions.ts'
import { daysBefore } from './dates.ts'
import { asOperator } from './operator.ts'

/** Adds promotions in every state except Used Up, which needs orders. */
export async function addDemoPromotions(deps: Deps): Promise<void> {
  try {
    const ctx = await asOperator(deps)
    const channelIds = await ctx.transaction(findChannelIds)
    for (const promotion of planPromotions(ctx.clock.now(), channelIds)) {
      await createPromotion(ctx, PromotionInput.parse(promotion))
    }
    await ctx.transaction((tx) => datePromotionsBack(tx, ctx.companyId))
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo company’s promotions could not all be set up')
  }
}

type Input = z.input<typeof PromotionInput>

/** `starts` and `ends` are days ago; `only` is the slug of a channel. */
type Plan = Omit<Input, 'startsAt' | 'endsAt' | 'channelIds'> & { starts?: number; ends?: number; only?: string }

/** The promotion that is used up once its orders are placed. */
const flashCode = 'FLASH15'

/** Oldest first. */
const plans: readonly Plan[] = [
  {
    title: 'Welcome gift',
    code: 'WELCOME10',
    description: 'For everyone who signs up for the newsletter.',
    value: '10.00',
    isStackable: true,
    starts: 90,
  },
  {
    title: 'Summer of trails',
    code: 'SUMMER15',
    description: 'Everything for the trail, until the leaves turn.',
    value: '15.00',
    starts: 75,
    ends: 19,
  },
  {
    title: 'Friends & family',
    code: 'FRIENDS30',
    description: 'Draft: waiting for the list of names.',
    value: '30.00',
    maxRedemptions: 50,
    isActive: false,
  },
  {
    title: 'Weekend flash sale',
    code: flashCode,
    description: 'For the first customers who see the post.',
    value: '15.00',
    starts: 31,
    ends: 20,
  },
  {
    title: 'Loyal customers',
    code: 'LOYAL25',
    description: 'Sent with the catalog to customers who bought three times.',
    type: 'flat',
    value: '25.00',
    minSubtotal: '120.00',
    maxRedemptions: 250,
    starts: 45,
    ends: -30,
  },
  {
    title: 'Clear the shelves',
    code: 'OUTLET5',
    description: 'Another 5% off reduced items.',
    value: '5.00',
    only: 'pine-outlet',
    starts: 40,
  },
  {
    title: 'Autumn thank-you',
    description: 'Applied automatically in the store.',
    type: 'flat',
    value: '10.00',
    minSubtotal: '90.00',
    only: 'harbor-pine-store',
    isStackable: true,
    starts: 20,
    ends: -16,
  },
  {
    title: 'Holiday early access',
    code: 'HOLIDAY20',
    description: 'Newsletter list only, three days early.',
    value: '20.00',
    minSubtotal: '50.00',
    maxRedemptions: 500,
    starts: -12,
    ends: -40,
  },
]

const planPromotions = (now: Date, channelIds: Readonly<Record<string, string>>): Input[] =>
  plans.map(({ starts, ends, only, ...promotion }) => ({
    ...promotion,
    startsAt: starts === undefined ? null : daysBefore(now, starts).toISOString(),
    endsAt: ends === undefined ? null : daysBefore(now, ends).toISOString(),
    channelIds: only === undefined ? [] : [channelIds[only] ?? []].flat(),
  }))

/** Limits the flash sale to its current number of uses, so that it is used up. */
export async function useUpFlashSale(ctx: CompanyContext): Promise<void> {
  const flash = await ctx.transaction((tx) => findByCode(tx, flashCode))
  if (!flash || flash.redemptionCount === 0) return
  const { id: promotionId, version, redemptionCount: maxRedemptions } = flash
  await updatePromotion(ctx, { promotionId, version, maxRedemptions, endsAt: null })
}

export async function findChannelIds(tx: Tx): Promise<Record<string, string>> {
  const rows = await tx.select({ slug: channels.slug, id: channels.id }).from(channels)
  return Object.fromEntries(rows.map(({ slug, id }) => [slug, id]))
}

/** Dates promotions back to three days before their start. */
async function datePromotionsBack(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`
    update promotions set
      created_at = least(created_at, starts_at - interval '3 days') , updated_at = least(updated_at, starts_at - interval '3 days')
    where company_id = ${companyId}`)
}

async function findByCode(tx: Tx, code: string) {
  const { id, version, redemptionCount } = promotions
  const [found] = await tx.select({ id, version, redemptionCount }).from(promotions).where(eq(promotions.code, code))
  return found
}
