/** A value that was sent to Amazon and has not been read back yet. Amazon has said no to a rejected one. */
export type SentValue = { value: string | null; at: Date; isRejected: boolean }

const expiresAfterMilliseconds = 24 * 3_600_000
/** How long Amazon may take until what it accepted can be read there. */
const landsWithinMilliseconds = 15 * 60_000
/** How far Amazon's clock may be behind ours. */
const skewMilliseconds = 60_000

/** What may still land, and what was refused and has not been changed since. */
export const relevantSent = (sent: readonly SentValue[], ours: string | null, now: Date): SentValue[] =>
  sent.filter(({ value, at, isRejected }) =>
    isRejected ? value === ours : now.getTime() - at.getTime() < expiresAfterMilliseconds,
  )

type AmazonValue = { value: string | null; changedAt: Date | null }

/**
 * Which of the values sent Amazon shows: of several alike the last that was sent before Amazon's change, since those in
 * between may still land. -1 when it is none of them.
 */
export function landedIndex(sent: readonly SentValue[], amazon: AmazonValue): number {
  const isShown = ({ value, isRejected }: SentValue) => !isRejected && value === amazon.value
  const until = amazon.changedAt && amazon.changedAt.getTime() + skewMilliseconds
  const last = until === null ? -1 : sent.findLastIndex((one) => isShown(one) && one.at.getTime() <= until)
  return last === -1 ? sent.findIndex(isShown) : last
}

/** What is left of the values sent: not what has landed, nor what had the time to before Amazon's last change. */
export function unconfirmedSent(sent: readonly SentValue[], amazon: AmazonValue): SentValue[] {
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
