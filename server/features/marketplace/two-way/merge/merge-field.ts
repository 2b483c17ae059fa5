import { landedIndex, relevantSent, unconfirmedSent, nextSendAction, type SentValue } from './sent.ts'

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
