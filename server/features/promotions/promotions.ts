import { and, count, eq, inArray } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError, type FieldProblem } from '#contract/errors.ts'
import { asMessage, say } from '#contract/i18n.ts'
import { promotionState } from '#contract/promotion-state.ts'
import { type PromotionInput, promotionProblems, type PromotionRow, type promotionsApi } from '#contract/promotions.ts'
import { assertVersion, changedFields } from '#server/features/products/record-changes.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { promotions } from '#server/platform/db/schema/promotions.ts'
import { newId } from '#server/platform/ids.ts'
import { getPromotionRowOrThrow, hasBeenRedeemed, isPromotion, lockPromotion, type PromotionRecord } from './queries.ts'

export async function createPromotion(ctx: CompanyContext, input: PromotionInput): Promise<PromotionRow> {
  const { companyId } = ctx
  const [id, fields] = [newId(), toPromotionFields(input)]
  return ctx.transaction(async (tx) => {
    await assertChannelsExist(tx, companyId, 'channelIds', fields.channelIds)
    await withFreeCode(tx.insert(promotions).values({ companyId, id, ...fields }))
    await recordAudit(tx, ctx, {
      action: 'promotion.create',
      resource: 'promotion',
      resourceId: id,
      companyId,
      after: fields,
    })
    await ctx.publishChange(tx, 'promotions')
    return getPromotionRowOrThrow(tx, companyId, id)
  })
}

export async function updatePromotion(
  ctx: CompanyContext,
  { promotionId, version, ...input }: ParsedInputOf<typeof promotionsApi.update>,
): Promise<PromotionRow> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const before = await lockPromotion(tx, companyId, promotionId)
    assertVersion('promotion', before, { version })
    const changes = changedFields(before, toPromotionFields(input))
    if (!changes) return getPromotionRowOrThrow(tx, companyId, promotionId)
    assertNoProblems({ ...before, ...changes })
    await assertEditable(tx, companyId, promotionId, changes)
    await assertChannelsExist(tx, companyId, 'channelIds', changes.channelIds ?? [])
    return applyChange(tx, ctx, before, { action: actionOf(changes), changes })
  })
}

function assertNoProblems(promotion: PromotionRecord): void {
  const { maxRedemptions, redemptionCount } = promotion
  const problems: FieldProblem[] = promotionProblems(promotion).map(({ field, message }) => ({
    field,
    message: asMessage(message),
  }))
  if (maxRedemptions !== null && maxRedemptions < redemptionCount) {
    problems.push({
      field: 'maxRedemptions',
      message: say('Maximum uses can’t be below {used}, the number of uses so far', { used: redemptionCount }),
    })
  }
  const [first] = problems
  if (first) throw new AppError('invalid', say('{problem}.', { problem: first.message }), problems)
}

/** Code and type are fixed once an order has used the promotion, since orders show them. */
async function assertEditable(
  tx: Tx,
  companyId: string,
  promotionId: string,
  changes: Partial<PromotionRecord>,
): Promise<void> {
  const locked = (['code', 'type'] as const).filter((field) => field in changes)
  if (locked.length === 0 || !(await hasBeenRedeemed(tx, companyId, promotionId))) return
  throw new AppError(
    'conflict',
    say(
      'Orders have used this promotion, so its {fields, select, code {code} type {type} other {code and type}} can’t be changed. Copy it to create another one.',
      { fields: locked.join(' and ') },
    ),
    locked.map((field) => ({ field, message: say('Can’t be changed because orders have used it') })),
  )
}

/** Activating and deactivating have their own audit actions. */
function actionOf({ isActive }: Partial<PromotionRecord>) {
  if (isActive === undefined) return 'update'
  return isActive ? 'activate' : 'deactivate'
}

/** Activates or deactivates a promotion; does nothing if it is in that state already. */
export async function switchPromotion(
  ctx: CompanyContext,
  promotionId: string,
  isActive: boolean,
): Promise<PromotionRow> {
  return ctx.transaction(async (tx) => {
    const before = await lockPromotion(tx, ctx.companyId, promotionId)
    if (before.isActive === isActive) return getPromotionRowOrThrow(tx, ctx.companyId, promotionId)
    return applyChange(tx, ctx, before, { action: isActive ? 'activate' : 'deactivate', changes: { isActive } })
  })
}

/** Ends a promotion by closing its window now, unlike deactivating it. */
export async function endPromotion(
  ctx: CompanyContext,
  { promotionId }: { promotionId: string },
): Promise<PromotionRow> {
  return ctx.transaction(async (tx) => {
    const before = await lockPromotion(tx, ctx.companyId, promotionId)
    const now = ctx.clock.now()
    assertRunning(before, now)
    return applyChange(tx, ctx, before, { action: 'end', changes: { endsAt: endOf(before, now) } })
  })
}

const notRunningReasons = {
  inactive: say('This promotion is inactive. Edit it to set an end date.'),
  scheduled: say('This promotion hasn’t started yet. Deactivate it or edit its dates.'),
  expired: say('This promotion has already ended. Edit its end date to run it again.'),
}

function assertRunning(promotion: PromotionRecord, now: Date): void {
  const state = promotionState(promotion, now)
  if (state === 'active' || state === 'used_up') return
  throw new AppError('conflict', notRunningReasons[state])
}

/** The window must not be empty: a promotion that starts at this moment ends a millisecond later. */
function endOf({ startsAt }: PromotionRecord, now: Date): Date {
  return startsAt && startsAt >= now ? new Date(startsAt.getTime() + 1) : now
}

type PromotionChange = { action: 'update' | 'activate' | 'deactivate' | 'end'; changes: Partial<PromotionRecord> }

/**
 * Writes an edit of a locked promotion and raises its version (optimistic locking). Counting uses does not raise it.
 */
async function applyChange(
  tx: Tx,
  ctx: CompanyContext,
  before: PromotionRecord,
  { action, changes }: PromotionChange,
): Promise<PromotionRow> {
  const { companyId } = ctx
  const next = { ...changes, version: before.version + 1 }
  await withFreeCode(tx.update(promotions).set(next).where(isPromotion(companyId, before.id)))
  await recordAudit(tx, ctx, {
    action: `promotion.${action}`,
    resource: 'promotion',
    resourceId: before.id,
    companyId,
    before,
    after: { ...before, ...changes },
  })
  await ctx.publishChange(tx, 'promotions')
  return getPromotionRowOrThrow(tx, companyId, before.id)
}

/** Turns a violation of the unique index on codes into a field error. Checking before writing would be a race. */
async function withFreeCode<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw isUniqueViolation(error, 'promotions_code') ? duplicateCode() : error
  }
}

const duplicateCode = () =>
  new AppError('conflict', say('Another promotion already has this code.'), [
    { field: 'code', message: say('Another promotion already has this code') },
  ])

type PromotionWindow = { startsAt?: string | null | undefined; endsAt?: string | null | undefined }

/** Converts ISO texts to dates; undefined fields stay undefined. */
const toPromotionFields = <Input extends PromotionWindow>({ startsAt, endsAt, ...fields }: Input) => ({
  ...fields,
  startsAt: toDate(startsAt),
  endsAt: toDate(endsAt),
})

const toDate = (moment: string | null | undefined) => (typeof moment === 'string' ? new Date(moment) : moment)

/** `field` is the input field that named the channels. */
export async function assertChannelsExist(
  tx: Tx,
  companyId: string,
  field: 'channelIds' | 'channelId',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || (await countChannelsOf(tx, companyId, ids)) === ids.length) return
  throw new AppError('invalid', say('This channel doesn’t exist.'), [
    { field, message: say('This channel doesn’t exist') },
  ])
}

async function countChannelsOf(tx: Tx, companyId: string, ids: readonly string[]): Promise<number> {
  const isOneOf = and(eq(channels.companyId, companyId), inArray(channels.id, [...ids]))
  const [counted] = await tx.select({ total: count() }).from(channels).where(isOneOf)
  return counted?.total ?? 0
}
