import { landedAt, remembered, stillOpen, whetherToSend, type Sent } from './sent.ts'

/** One field of one SKU on both sides. */
export type FieldState = {
  ours: string | null
  oursEditedAt: Date
  amazon: string | null
  amazonChangedAt: Date | null
  /** What both sides last had in common; undefined while they have never met. */
  agreed: string | null | undefined
  /** Oldest first. */
  sent: readonly Sent[]
  /** Whether Amazon's word may replace ours; where it may not, it still fills what is empty here. */
  takes: boolean
  /** Whether somebody may empty it here; where not, what Amazon has comes back. */
  canBeEmptied: boolean
  now: Date
}

export type Merged = {
  /** Leave: the sides differ, and nothing is done about it. */
  action: 'none' | 'send' | 'wait' | 'take' | 'leave'
  /** Both sides had changed it. */
  isConflict: boolean
  agreed: string | null | undefined
  sent: readonly Sent[]
}

/** The later writer is followed, and never an echo of what we sent ourselves. */
export function mergeField(state: FieldState): Merged {
  const { ours, agreed, takes } = state
  const amazon = { value: state.amazon, changedAt: state.amazonChangedAt }
  const known = remembered(state.sent, ours, state.now)
  const sent = stillOpen(known, amazon)
  if (ours === amazon.value) return { action: 'none', isConflict: false, agreed: ours, sent }
  const isEcho = landedAt(known, amazon) !== -1
  // Amazon's answers lack a value now and then: that a field is empty there is nobody's word.
  if (isEcho || amazon.value === null) return sending(state, sent)
  if (ours === null && (agreed === undefined || !state.canBeEmptied)) return taking(state, sent)
  if (agreed === undefined && !takes) return { ...leaving(state, sent), agreed: ours }
  if (amazon.value === agreed) return sending(state, sent)
  if (ours === agreed) return takes ? taking(state, sent) : leaving(state, sent)
  return inConflict(state, sent)
}

function inConflict(state: FieldState, sent: readonly Sent[]): Merged {
  const { oursEditedAt, amazonChangedAt } = state
  const isAmazonLater = amazonChangedAt !== null && amazonChangedAt >= oursEditedAt
  if (!isAmazonLater) return { ...sending(state, sent), isConflict: true }
  return state.takes ? { ...taking(state, sent), isConflict: true } : leaving(state, sent)
}

/** Ours stands against what Amazon has by now: that is no news any more when it is read again. */
const sending = ({ ours, amazon, now }: FieldState, sent: readonly Sent[]): Merged => ({
  action: whetherToSend(ours, sent, now),
  isConflict: false,
  agreed: amazon,
  sent,
})

const taking = ({ agreed }: FieldState, sent: readonly Sent[]): Merged => ({
  action: 'take',
  isConflict: false,
  agreed,
  sent,
})

const leaving = (state: FieldState, sent: readonly Sent[]): Merged => ({ ...taking(state, sent), action: 'leave' })
