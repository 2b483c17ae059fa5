/** One field of one SKU on both sides. */
export type FieldState = {
  ours: string | null
  oursEditedAt: Date
  amazon: string | null
  amazonChangedAt: Date | null
  /** What both sides last had in common; undefined while they have never met. */
  agreed: string | null | undefined
  /** Oldest first. */
  sent: readonly SentValue[]
  /** Whether Amazon's word may replace ours; where it may not, it still fills what is empty here. */
  takes: boolean
  /** Whether somebody may empty it here; where not, what Amazon has comes back. */
  canBeEmptied: boolean
  now: Date
}

export type MergeResult = {
  /** Leave: the sides differ, and nothing is done about it. */
  action: 'none' | 'send' | 'wait' | 'take' | 'leave'
  /** Both sides had changed it. */
  isConflict: boolean
  agreed: string | null | undefined
  sent: readonly SentValue[]
}

/** The later writer is followed, and never an echo of what we sent ourselves. */
export function mergeField(state: FieldState): MergeResult {
  const { ours, agreed, takes } = state
  const amazon = { value: state.amazon, changedAt: state.amazonChangedAt }
  const relevant = relevantSent(state.sent, ours, state.now)
  const sent = unconfirmedSent(relevant, amazon)
  if (ours === amazon.value) return { action: 'none', isConflict: false, agreed: ours, sent }
  const isEcho = landedIndex(relevant, amazon) !== -1
  // Amazon's answers lack a value now and then: that a field is empty there is nobody's word.
  if (isEcho || amazon.value === null) return sendResult(state, sent)
  if (ours === null && (agreed === undefined || !state.canBeEmptied)) return takeResult(state, sent)
  if (agreed === undefined && !takes) return { ...leaveResult(state, sent), agreed: ours }
  if (amazon.value === agreed) return sendResult(state, sent)
  if (ours === agreed) return takes ? takeResult(state, sent) : leaveResult(state, sent)
  return resolveConflict(state, sent)
}

function resolveConflict(state: FieldState, sent: readonly SentValue[]): MergeResult {
  const { oursEditedAt, amazonChangedAt } = state
  const isAmazonLater = amazonChangedAt !== null && amazonChangedAt >= oursEditedAt
  if (!isAmazonLater) return { ...sendResult(state, sent), isConflict: true }
  return state.takes ? { ...takeResult(state, sent), isConflict: true } : leaveResult(state, sent)
}

/** Ours stands against what Amazon has by now: that is no news any more when it is read again. */
const sendResult = ({ ours, amazon, now }: FieldState, sent: readonly SentValue[]): MergeResult => ({
  action: nextSendAction(ours, sent, now),
  isConflict: false,
  agreed: amazon,
  sent,
})

const takeResult = ({ agreed }: FieldState, sent: readonly SentValue[]): MergeResult => ({
  action: 'take',
  isConflict: false,
  agreed,
  sent,
})

const leaveResult = (state: FieldState, sent: readonly SentValue[]): MergeResult => ({
  ...takeResult(state, sent),
  action: 'leave',
})

/** What the merchant offers of one SKU, here and at Amazon. */
export type QuantityState = {
  /** Null while nobody has counted it here. */
  ours: number | null
  countedAt: Date | null
  amazon: number | null
  amazonChangedAt: Date | null
  /** What both sides last had in common; undefined while they have never met. */
  agreed: number | null | undefined
  sent: readonly SentValue[]
  now: Date
}

/** When it is taken, `sold` is what Amazon has sold of it; without, Amazon's number is the first count. */
export type QuantityMergeResult = MergeResult & { sold: number | null }

/**
 * Ours is the number that counts, and Amazon's tells how many it has sold of it: from the nearest number above that it
 * was known or told to have.
 */
export function mergeQuantity(state: QuantityState): QuantityMergeResult {
  const { ours, agreed, now } = state
  const amazon = { value: textOf(state.amazon), changedAt: state.amazonChangedAt }
  const relevant = relevantSent(state.sent, textOf(ours), now)
  const sent = unconfirmedSent(relevant, amazon)
  const common = { isConflict: false, sent, sold: null }
  if (ours === state.amazon) return { ...common, action: 'none', agreed: amazon.value }
  const before = { ...common, agreed: agreed === undefined ? undefined : textOf(agreed) }
  if (ours === null) return { ...before, action: 'take' }
  const sending = { ...common, action: nextSendAction(textOf(ours), sent, now), agreed: amazon.value }
  if (state.amazon === null || landedIndex(relevant, amazon) !== -1) return sending
  const soldFrom = numberSoldFrom(state.amazon, agreed, sent)
  if (soldFrom === null) return sending
  if (soldFrom !== ours && wasCountedSince(state)) return { ...sending, isConflict: true }
  return { ...before, action: 'take', sold: soldFrom - state.amazon }
}

/** Null when Amazon has sold nothing. */
function numberSoldFrom(amazon: number, agreed: QuantityState['agreed'], sent: readonly SentValue[]): number | null {
  if (agreed === undefined || agreed === null || amazon === agreed) return null
  const told = sent.filter(({ isRejected }) => !isRejected).map(({ value }) => Number(value))
  const above = [agreed, ...told].filter((quantity) => quantity > amazon)
  return above.length === 0 ? null : Math.min(...above)
}

/** A count on the shelf that is newer than Amazon's change lacks what was sold already. */
const wasCountedSince = ({ countedAt, amazonChangedAt }: QuantityState) =>
  countedAt !== null && amazonChangedAt !== null && countedAt > amazonChangedAt

const textOf = (quantity: number | null) => (quantity === null ? null : String(quantity))

/** A value that was sent to Amazon and has not been read back yet. Amazon has said no to a rejected one. */
export type SentValue = { value: string | null; at: Date; isRejected: boolean }

const expiresAfterMilliseconds = 24 * 3_600_000

/** How long Amazon may take until what it accepted can be read there. */
const landsWithinMilliseconds = 15 * 60_000

/** How far Amazon's clock may be behind ours. */
const skewMilliseconds = 60_000

/** What may still land, and what was refused and has not been changed since. */
const relevantSent = (sent: readonly SentValue[], ours: string | null, now: Date): SentValue[] =>
  sent.filter(({ value, at, isRejected }) =>
    isRejected ? value === ours : now.getTime() - at.getTime() < expiresAfterMilliseconds,
  )

type AmazonValue = { value: string | null; changedAt: Date | null }

/**
 * Which of the values sent Amazon shows: of several alike the last that was sent before Amazon's change, since those in
 * between may still land. -1 when it is none of them.
 */
function landedIndex(sent: readonly SentValue[], amazon: AmazonValue): number {
  const isShown = ({ value, isRejected }: SentValue) => !isRejected && value === amazon.value
  const until = amazon.changedAt && amazon.changedAt.getTime() + skewMilliseconds
  const last = until === null ? -1 : sent.findLastIndex((one) => isShown(one) && one.at.getTime() <= until)
  return last === -1 ? sent.findIndex(isShown) : last
}

/** What is left of the values sent: not what has landed, nor what had the time to before Amazon's last change. */
function unconfirmedSent(sent: readonly SentValue[], amazon: AmazonValue): SentValue[] {
  const landed = landedIndex(sent, amazon)
  if (landed !== -1) return sent.slice(landed + 1)
  const from = amazon.changedAt ? amazon.changedAt.getTime() - landsWithinMilliseconds : -Infinity
  return sent.filter(({ at, isRejected }) => isRejected || at.getTime() >= from)
}

/** What to do about a value of ours that Amazon doesn't show. What was accepted and never shows is sent ever less often. */
export function nextSendAction(ours: string | null, sent: readonly SentValue[], now: Date): 'send' | 'wait' | 'leave' {
  const last = sent.at(-1)
  if (!last || last.value !== ours) return 'send'
  if (last.isRejected) return 'leave'
  const times = sent.length - 1 - sent.findLastIndex(({ value }) => value !== ours)
  const patience = landsWithinMilliseconds * 2 ** (times - 1)
  return now.getTime() - last.at.getTime() < patience ? 'wait' : 'send'
}
