import type { Tx } from '#server/platform/db/client.ts'
import { inStep, type TwoWay, type TwoWayProgress } from '../two-way.ts'
import type { Answered } from './answers.ts'
import { recordAnswers } from './record-answers.ts'
import { whileRunning } from './while-running.ts'

type Rounds<Prepared> = {
  /** What is to be asked next; null when nothing is left. */
  prepare(tx: Tx): Promise<readonly Prepared[] | null>
  ask(prepared: Prepared): Promise<Answered[]>
}

/** So many wait for their turn at Amazon together; a crash leaves no more than these to be asked again. */
export const skusPerRound = 20

/** Asks Amazon some things at a time. What it answered is written down, even when it then fails to answer the rest. */
export async function inRounds<Prepared>(
  twoWay: TwoWay,
  marketplaceId: string,
  before: TwoWayProgress,
  { prepare, ask }: Rounds<Prepared>,
): Promise<TwoWayProgress> {
  let progress = before
  for (;;) {
    const prepared = await whileRunning(twoWay, prepare)
    if (!prepared) return progress
    const asked = await Promise.allSettled(prepared.map(ask))
    progress = await inStep(twoWay, async (tx) => {
      const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      await recordAnswers(tx, twoWay, marketplaceId, answers)
      return progress
    })
    const failure = asked.find((one) => one.status === 'rejected')
    if (failure) throw failure.reason
  }
}
