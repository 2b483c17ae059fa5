/*
 * Three-way merge of one field: our value, Amazon's value, and the value that both sides last agreed on.
 *
 * Amazon confirms a write minutes before reads show it, and reads may be outdated. Therefore values that were sent are
 * remembered until Amazon shows them (`SentValue`). A value at Amazon that equals a sent one is an echo, not an edit.
 */
/** A field of a SKU on both sides. */
export type FieldState = {
  ours: string | null
  oursEditedAt: Date
  amazon: string | null
  amazonChangedAt: Date | null
  /** The last value both sides had in common; undefined before the first sync. */
  agreed: string | null | undefined
  /** Oldest first. */
  sent: readonly SentValue[]
  /** Whether Amazon's value may replace ours. If not, it still fills an empty field. */
  takes: boolean
  /** Whether users may empty the field. If not, an empty field is filled from Amazon again. */
  canBeEmptied: boolean
  now: Date
}

export type MergeResult = {
  /** `leave`: the sides differ, and nothing is done about it. */
  action: 'none' | 'send' | 'wait' | 'take' | 'leave'
  /** Both sides have changed since they last agreed. */
  isConflict: boolean
  agreed: string | null | undefined
  sent: readonly SentValue[]
}

/**
 * Three-way merge: compares both sides with the last agreed value. On a conflict the later edit wins. A value that is
 * an echo of what we sent is never taken as Amazon's edit.
 */
export function mergeField(state: FieldState): MergeResult {
  const { ours, agreed, takes } = state
  const amazon = { value: state.amazon, changedAt: state.amazonChangedAt }
  const relevant = relevantSent(state.sent, ours, state.now)
  const sent = unconfirmedSent(relevant, amazon)
  if (ours === amazon.value) return { action: 'none', isConflict: false, agreed: ours, sent }
  const isEcho = landedIndex(relevant, amazon) !== -1
  // Amazon's answers sometimes lack a value, so an empty field there is not an edit.
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

/** Amazon's current value becomes the agreed one, so that reading it again is not taken as an edit. */
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

/** The quantity of a merchant-fulfilled SKU, here and at Amazon. */
export type QuantityState = {
  /** Null if it was never counted here. */
  ours: number | null
  countedAt: Date | null
  amazon: number | null
  amazonChangedAt: Date | null
  /** The last quantity both sides had in common; undefined before the first sync. */
  agreed: number | null | undefined
  sent: readonly SentValue[]
  now: Date
}

/**
 * With action `take`, `sold` is how many units Amazon has sold; null means that Amazon's quantity is our first count.
 */
export type QuantityMergeResult = MergeResult & { sold: number | null }

/**
 * Our quantity is authoritative. A lower quantity at Amazon is read as sales there, counted from the nearest higher
 * quantity that was agreed on or sent.
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

/** The quantity that Amazon sold from; null when nothing was sold. */
function numberSoldFrom(amazon: number, agreed: QuantityState['agreed'], sent: readonly SentValue[]): number | null {
  if (agreed === undefined || agreed === null || amazon === agreed) return null
  const sentQuantities = sent.filter(({ isRejected }) => !isRejected).map(({ value }) => Number(value))
  const above = [agreed, ...sentQuantities].filter((quantity) => quantity > amazon)
  return above.length === 0 ? null : Math.min(...above)
}

/** A count here that is newer than Amazon's change already excludes the units sold. */
const wasCountedSince = ({ countedAt, amazonChangedAt }: QuantityState) =>
  countedAt !== null && amazonChangedAt !== null && countedAt > amazonChangedAt

const textOf = (quantity: number | null) => (quantity === null ? null : String(quantity))

/** A value sent to Amazon and not read back yet. Amazon refused a rejected one. */
export type SentValue = { value: string | null; at: Date; isRejected: boolean }

const expiresAfterMilliseconds = 24 * 3_600_000

/** How long Amazon may take to show a value that it accepted. */
const landsWithinMilliseconds = 15 * 60_000

/** Maximum clock skew between Amazon and us. */
const skewMilliseconds = 60_000

/** Values that may still appear at Amazon, and a rejected value that is still ours. */
const relevantSent = (sent: readonly SentValue[], ours: string | null, now: Date): SentValue[] =>
  sent.filter(({ value, at, isRejected }) =>
    isRejected ? value === ours : now.getTime() - at.getTime() < expiresAfterMilliseconds,
  )

type AmazonValue = { value: string | null; changedAt: Date | null }

/**
 * The index of the sent value that Amazon shows, or -1. Of equal values it is the last one sent before Amazon's change,
 * because later ones may still appear.
 */
function landedIndex(sent: readonly SentValue[], amazon: AmazonValue): number {
  const isShown = ({ value, isRejected }: SentValue) => !isRejected && value === amazon.value
  const until = amazon.changedAt && amazon.changedAt.getTime() + skewMilliseconds
  const last = until === null ? -1 : sent.findLastIndex((one) => isShown(one) && one.at.getTime() <= until)
  return last === -1 ? sent.findIndex(isShown) : last
}

/**
 * Sent values that may still appear: neither the shown one and those before it, nor those that had time to appear
 * before Amazon's last change.
 */
function unconfirmedSent(sent: readonly SentValue[], amazon: AmazonValue): SentValue[] {
  const landed = landedIndex(sent, amazon)
  if (landed !== -1) return sent.slice(landed + 1)
  const from = amazon.changedAt ? amazon.changedAt.getTime() - landsWithinMilliseconds : -Infinity
  return sent.filter(({ at, isRejected }) => isRejected || at.getTime() >= from)
}

/**
 * What to do about a value of ours that Amazon does not show. Exponential back-off for values that were accepted and
 * never appear.
 */
export function nextSendAction(ours: string | null, sent: readonly SentValue[], now: Date): 'send' | 'wait' | 'leave' {
  const last = sent.at(-1)
  if (!last || last.value !== ours) return 'send'
  if (last.isRejected) return 'leave'
  const times = sent.length - 1 - sent.findLastIndex(({ value }) => value !== ours)
  const patience = landsWithinMilliseconds * 2 ** (times - 1)
  return now.getTime() - last.at.getTime() < patience ? 'wait' : 'send'
}
